// This file finds the places of Stan's unconstrained numbers in our vector.
#include "engine/coordinates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

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

// Compares as Stan writes: array indices from the first, then those within an item from the last.
Index key_of(const Index& index, std::size_t array_rank) {
  Index key(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(array_rank));
  key.insert(key.end(), index.rbegin(), index.rend() - static_cast<std::ptrdiff_t>(array_rank));
  return key;
}

std::string name_of(const std::string& variable, const Index& index) {
  std::string name = variable;
  for (const std::size_t i : index) name += fmt::format(".{}", i + 1);
  return name;
}

struct Coordinate {
  Index key;
  std::size_t ours = 0;
  std::string name;
};

class Finding {
 public:
  explicit Finding(const Prepared& prepared) : prepared_(prepared) {}

  Coordinates run() {
    for (std::size_t v = 0; v < prepared_.slices.size(); ++v) {
      found_.clear();
      add(v);
      std::ranges::stable_sort(found_, {}, &Coordinate::key);
      for (Coordinate& c : found_) {
        result_.ours.push_back(c.ours);
        result_.names.push_back(std::move(c.name));
      }
    }
    AUTUMN_CHECK(result_.ours.size() == prepared_.dimension, "every coordinate has a place");
    return std::move(result_);
  }

 private:
  void add(std::size_t v) {
    const density::Slice& slice = prepared_.slices[v];
    const collapse::KeptElements& kept = prepared_.recovery.source.kept[v];
    const model::Variable& whole = prepared_.compressed.variables[kept.variable];
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
      found_.push_back({key_of(index, arrays), slice.start + k, name_of(whole.name, index)});
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
      found_.push_back({index, slice.start + k, name_of(whole.name, index)});
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
