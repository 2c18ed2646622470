// This file finds the whitened form of a block.
#include <algorithm>
#include <limits>
#include <map>
#include <ranges>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "gaussian/whitened.h"

namespace autumn::gaussian {
namespace {

constexpr std::size_t kMostLength = 8;
constexpr std::size_t kLeastVectors = 2;
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

class Whitening {
 public:
  explicit Whitening(const Block& block)
      : block_(block),
        rows_(block.columns),
        is_own_(block.columns, true),
        vector_of_(block.columns, kNobody),
        place_(block.columns, 0),
        is_prior_(block.rows(), false) {}

  std::optional<Whitened> run() && {
    look_at_rows();
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (is_own_[j] && vector_of_[j] == kNobody) try_vector(j);
    }
    drop_what_is_alone();
    if (out_.vectors.empty()) return std::nullopt;
    rewrite();
    check(out_.block);
    return std::move(out_);
  }

 private:
  struct Entry {
    std::uint32_t column;
    double multiplier;
    std::int32_t slot;
  };

  [[nodiscard]] auto entries(std::uint32_t row) const {
    return std::views::iota(block_.row_starts[row], block_.row_starts[row + 1]) |
           std::views::transform([this](std::uint32_t e) {
             return Entry{block_.column[e], block_.multiplier[e], block_.coefficient_slot[e]};
           });
  }

  [[nodiscard]] bool is_weighted(std::uint32_t row) const {
    return root_weight_of(block_, row) != 1.0;
  }

  // A row of a prior has changing coefficients only. Elements of vectors enter them with minus one
  // (the residual is c - R u) in as few rows as a vector has, and all others with known numbers.
  void look_at_rows() {
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      const auto changes = [](const Entry& e) { return e.slot >= 0; };
      const bool is_empty = block_.row_starts[i] == block_.row_starts[i + 1];
      is_prior_[i] = !is_empty && std::ranges::all_of(entries(i), changes) && !is_weighted(i);
      for (const Entry& e : entries(i)) {
        if (is_prior_[i] && e.multiplier == -1.0) {
          rows_[e.column].push_back(i);
        } else if (e.slot >= 0) {
          is_own_[e.column] = false;
        }
      }
    }
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      const std::size_t rows = rows_[j].size();
      is_own_[j] = is_own_[j] && rows > 0 && rows <= kMostLength;
    }
  }

  // All elements that meet this one in rows of priors, each before those with fewer rows; none if
  // their rows are no triangle.
  [[nodiscard]] std::vector<std::uint32_t> elements_with(std::uint32_t first) const {
    std::vector<std::uint32_t> elements{first};
    for (std::size_t k = 0; k < elements.size(); ++k) {
      for (const std::uint32_t i : rows_[elements[k]]) {
        for (const Entry& e : entries(i)) {
          if (e.multiplier != -1.0) continue;
          if (!is_own_[e.column]) return {};
          if (std::ranges::find(elements, e.column) == elements.end()) elements.push_back(e.column);
        }
      }
      if (elements.size() > kMostLength) return {};
    }
    std::ranges::stable_sort(elements, std::ranges::greater(),
                             [this](std::uint32_t j) { return rows_[j].size(); });
    return elements;
  }

  // Row r of the prior of these elements, which has elements 0 to r: the last of them begins with
  // it.
  [[nodiscard]] std::vector<std::uint32_t> rows_of(
      const std::vector<std::uint32_t>& elements) const {
    const std::size_t n = elements.size();
    std::vector<std::uint32_t> rows(n, kNobody);
    for (const std::uint32_t i : rows_[elements[0]]) {
      const auto count = std::ranges::count(entries(i), -1.0, &Entry::multiplier);
      if (count < 1 || std::cmp_greater(count, n) || rows[count - 1] != kNobody) return {};
      rows[static_cast<std::size_t>(count) - 1] = i;
    }
    if (std::ranges::find(rows, kNobody) != rows.end()) return {};
    return rows;
  }

  void try_vector(std::uint32_t first) {
    WhitenedVector vector{.kind = 0, .columns = elements_with(first), .means = {}};
    const std::size_t n = vector.columns.size();
    if (n < 2) return;
    const std::vector<std::uint32_t> rows = rows_of(vector.columns);
    if (rows.empty()) return;
    std::vector<std::uint32_t> slots;
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        const auto row = entries(rows[r]);
        const auto at = std::ranges::find_if(row, [&](const Entry& e) {
          return e.column == vector.columns[c] && e.multiplier == -1.0;
        });
        if (at == row.end()) return;
        slots.push_back(static_cast<std::uint32_t>((*at).slot));
      }
      if (!take_means(rows[r], r, slots, vector)) return;
    }
    vector.kind = kind_of(slots, n);
    ++out_.kinds[vector.kind].vectors;
    for (std::size_t k = 0; k < n; ++k) {
      vector_of_[vector.columns[k]] = as_u32(out_.vectors.size());
      place_[vector.columns[k]] = k;
      own_row_[rows[k]] = vector.columns[k];
    }
    out_.vectors.push_back(std::move(vector));
  }

  // Row r has the means of elements 0 to r - 1, which rows before it had, and those of element r.
  // Means must be no elements of other vectors, so that each comes back in one step.
  [[nodiscard]] bool take_means(std::uint32_t row, std::size_t r,
                                const std::vector<std::uint32_t>& slots,
                                WhitenedVector& vector) const {
    using Mean = std::tuple<std::uint32_t, std::int32_t, double>;
    std::vector<Mean> expected, found;
    for (const auto& m : vector.means) {
      const std::size_t slot = slots.size() - 1 - r + m.element;
      expected.emplace_back(m.column, static_cast<std::int32_t>(slots[slot]), m.multiplier);
    }
    for (const Entry& e : entries(row)) {
      if (e.multiplier == -1.0) continue;
      if (is_own_[e.column]) return false;
      const Mean mean{e.column, e.slot, e.multiplier};
      if (const auto at = std::ranges::find(expected, mean); at != expected.end()) {
        expected.erase(at);
      } else if (std::cmp_equal(e.slot, slots.back())) {
        vector.means.push_back({as_u32(r), e.column, e.multiplier});
      } else {
        return false;
      }
    }
    return expected.empty();
  }

  [[nodiscard]] std::size_t kind_of(const std::vector<std::uint32_t>& slots, std::size_t length) {
    const auto at = std::ranges::find(out_.kinds, slots, &WhitenedKind::slots);
    if (at == out_.kinds.end()) {
      out_.kinds.push_back({.length = length, .slots = slots, .first_added = 0, .vectors = 0});
      return out_.kinds.size() - 1;
    }
    return static_cast<std::size_t>(at - out_.kinds.begin());
  }

  // Kinds with too few vectors, where it would gain nothing.
  void drop_what_is_alone() {
    std::vector<std::size_t> number(out_.kinds.size(), 0);
    std::vector<WhitenedKind> kinds;
    for (std::size_t k = 0; k < out_.kinds.size(); ++k) {
      number[k] = kinds.size();
      if (out_.kinds[k].vectors >= kLeastVectors) kinds.push_back(out_.kinds[k]);
    }
    std::vector<WhitenedVector> vectors;
    for (WhitenedVector& vector : out_.vectors) {
      const bool stays = out_.kinds[vector.kind].vectors >= kLeastVectors;
      for (const std::uint32_t j : vector.columns) {
        vector_of_[j] = stays ? as_u32(vectors.size()) : kNobody;
      }
      if (!stays) continue;
      vector.kind = number[vector.kind];
      vectors.push_back(std::move(vector));
    }
    out_.kinds = std::move(kinds);
    out_.vectors = std::move(vectors);
  }

  void rewrite() {
    Block& block = out_.block = without_rows(block_);
    for (WhitenedKind& kind : out_.kinds) {
      kind.first_added = block.coefficients;
      block.coefficients += kind.slots.size();
    }
    for (std::uint32_t i = 0; i < block_.rows(); ++i) {
      const auto own = own_row_.find(i);
      if (own != own_row_.end() && vector_of_[own->second] != kNobody) {
        add_entry(block, own->second, -1.0);
      } else {
        for (const auto& [key, multiplier] : rewritten(i)) {
          if (multiplier != 0.0) add_entry(block, key.first, multiplier, key.second);
        }
      }
      end_row(block, {.constant = block_.constant[i],
                      .constant_slot = block_.constant_slot[i],
                      .scale_slot = block_.scale_slot[i],
                      .root_weight = root_weight_of(block_, i)});
    }
  }

  // Multipliers by column and slot.
  [[nodiscard]] std::map<std::pair<std::uint32_t, std::int32_t>, double> rewritten(
      std::uint32_t row) const {
    std::map<std::pair<std::uint32_t, std::int32_t>, double> sums;
    for (const Entry& e : entries(row)) {
      if (vector_of_[e.column] == kNobody) {
        sums[{e.column, e.slot}] += e.multiplier;
        continue;
      }
      const WhitenedVector& vector = out_.vectors[vector_of_[e.column]];
      const std::size_t r = place_[e.column];
      for (const auto& mean : vector.means) {
        if (mean.element == r) sums[{mean.column, -1}] += e.multiplier * mean.multiplier;
      }
      const std::size_t start = out_.kinds[vector.kind].first_added + r * (r + 1) / 2;
      for (std::size_t c = 0; c <= r; ++c) {
        sums[{vector.columns[c], static_cast<std::int32_t>(start + c)}] += e.multiplier;
      }
    }
    return sums;
  }

  const Block& block_;
  std::vector<std::vector<std::uint32_t>> rows_;    // per column: those of priors that it is in
  std::vector<bool> is_own_;                        // per column: whether it may be of a vector
  std::vector<std::uint32_t> vector_of_;            // per column
  std::vector<std::size_t> place_;                  // per column: in its vector
  std::vector<bool> is_prior_;                      // per row
  std::map<std::uint32_t, std::uint32_t> own_row_;  // its last element, per row of a prior
  Whitened out_;
};

}  // namespace

std::optional<Whitened> whitened(const Block& block) {
  return Whitening(block).run();
}

}  // namespace autumn::gaussian
