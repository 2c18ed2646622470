// This file finds the places of Stan's unconstrained numbers in our vector.
#include "engine/coordinates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "base/error.h"

namespace autumn::engine {
namespace {

using Index = std::vector<std::size_t>;  // from 0

Index index_of(std::size_t position, std::span<const std::size_t> dims) {
  Index index;
  for (const std::size_t extent : dims) {
    index.push_back(position % extent);
    position /= extent;
  }
  return index;
}

struct Coordinate {
  Index key;  // compares as Stan writes
  std::size_t ours = 0;
  std::string name;
};

// The variable that a leaf belongs to: "a" of "a[]:2".
std::string_view declared_name(std::string_view leaf) {
  return leaf.substr(0, leaf.find_first_of("[:."));
}

// Walks along the name of a leaf (`stan/types/leaves.h`) and its index, because an array of tuples
// is written element by element, and a complex vector number by number: of `a[]:2` with the index
// (i, j) the key is i, 2, j.
class LeafPath {
 public:
  LeafPath(std::string_view leaf, const Index& index, std::size_t array_rank)
      : index_(index), array_rank_(array_rank) {
    while (!leaf.empty()) {
      const std::size_t open = std::min(leaf.find('['), leaf.size());
      add_parts(leaf.substr(0, open));
      leaf.remove_prefix(open);
      if (leaf.empty()) break;
      const std::size_t close = leaf.find(']');
      add_indices(static_cast<std::size_t>(std::ranges::count(leaf.substr(0, close), ',')) + 1);
      leaf.remove_prefix(close + 1);
    }
    add_indices(index.size() - used_);
  }

  [[nodiscard]] Coordinate at(std::size_t ours) && {
    return {std::move(key_), ours, std::move(name_)};
  }

 private:
  void add_parts(std::string_view text) {
    name_ += text;
    for (std::size_t k = text.find(':'); k != std::string_view::npos; k = text.find(':', k + 1)) {
      key_.push_back(std::strtoul(text.data() + k + 1, nullptr, 10));
    }
    // The two numbers of a complex one follow each other: they come after all that leads to it.
    if (text.ends_with(".real")) key_.push_back(0);
    if (text.ends_with(".imag")) key_.push_back(1);
  }

  // Array indices from the first, then those within an item from the last.
  void add_indices(std::size_t count) {
    const std::size_t end = used_ + count;
    const std::size_t items = std::clamp(array_rank_, used_, end);
    for (std::size_t k = used_; k < items; ++k) key_.push_back(index_[k]);
    for (std::size_t k = end; k > items; --k) key_.push_back(index_[k - 1]);
    for (std::size_t k = used_; k < end; ++k) name_ += fmt::format(".{}", index_[k] + 1);
    used_ = end;
  }

  const Index& index_;
  std::size_t array_rank_;
  std::size_t used_ = 0;
  Index key_;
  std::string name_;
};

class Finding {
 public:
  explicit Finding(const Prepared& prepared) : prepared_(prepared) {}

  Coordinates run() {
    for (std::size_t v = 0; v < prepared_.slices.size(); ++v) {
      if (v > 0 && declared_name(whole(v).name) != declared_name(whole(v - 1).name)) finish();
      add(v);
    }
    finish();
    AUTUMN_CHECK(result_.ours.size() == prepared_.dimension, "every coordinate has a place");
    return std::move(result_);
  }

 private:
  [[nodiscard]] const model::Variable& whole(std::size_t v) const {
    return prepared_.compressed.variables[prepared_.recovery.source.kept[v].variable];
  }

  // All leaves of a variable are there.
  void finish() {
    std::ranges::stable_sort(found_, {}, &Coordinate::key);
    for (Coordinate& c : found_) {
      result_.ours.push_back(c.ours);
      result_.names.push_back(std::move(c.name));
    }
    found_.clear();
  }

  void add(std::size_t v) {
    const density::Slice& slice = prepared_.slices[v];
    const collapse::KeptElements& kept = prepared_.recovery.source.kept[v];
    const model::Variable& whole = this->whole(v);
    const std::size_t rank = model::item_rank(whole.support.kind);
    if (rank == 0) return add_elements(whole, slice, kept.elements);
    const bool is_whole = kept.elements.size() == model::node_shape(whole.dims).size();
    add_items(whole, slice, is_whole ? whole.dims.size() - rank : 0);
  }

  void add_elements(const model::Variable& whole, const density::Slice& slice,
                    std::span<const std::uint32_t> elements) {
    const std::size_t arrays =
        whole.array_rank.value_or(whole.dims.size() > 2 ? whole.dims.size() : 0);
    for (std::size_t k = 0; k < slice.size; ++k) {
      const Index index = index_of(elements[k], whole.dims);
      found_.push_back(LeafPath(whole.name, index, arrays).at(slice.start + k));
    }
  }

  // Free numbers of an item follow each other in Stan; ours have all items before the next number.
  void add_items(const model::Variable& whole, const density::Slice& slice,
                 std::size_t array_rank) {
    const std::span<const std::size_t> dims = std::span(whole.dims).first(array_rank);
    const std::size_t items =
        std::accumulate(dims.begin(), dims.end(), std::size_t{1}, std::multiplies<>());
    for (std::size_t k = 0; k < slice.size; ++k) {
      Index index = index_of(k % items, dims);
      index.push_back(k / items);
      found_.push_back(LeafPath(whole.name, index, index.size()).at(slice.start + k));
    }
  }

  const Prepared& prepared_;
  std::vector<Coordinate> found_;
  Coordinates result_;
};

// `place(r, c)` is where the number of row r and column c goes to or comes from.
std::vector<double> reordered(const std::vector<std::size_t>& from,
                              std::span<const double> numbers) {
  const std::size_t n = from.size();
  std::vector<double> result(numbers.size());
  if (numbers.size() == n) {
    for (std::size_t k = 0; k < n; ++k) result[k] = numbers[from[k]];
    return result;
  }
  AUTUMN_CHECK(numbers.size() == n * n, "a vector or a square matrix of coordinates");
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c) result[r * n + c] = numbers[from[r] * n + from[c]];
  }
  return result;
}

}  // namespace

Coordinates stan_coordinates(const Prepared& prepared) {
  return Finding(prepared).run();
}

std::vector<double> in_stan_order(const Coordinates& coordinates, std::span<const double> numbers) {
  return reordered(coordinates.ours, numbers);
}

std::vector<double> in_our_order(const Coordinates& coordinates, std::span<const double> numbers) {
  std::vector<std::size_t> back(coordinates.ours.size());
  for (std::size_t k = 0; k < back.size(); ++k) back[coordinates.ours[k]] = k;
  return reordered(back, numbers);
}

}  // namespace autumn::engine
