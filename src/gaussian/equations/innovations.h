// Innovations put the elements of a block in units of their own conditional scales, so that the
// normal equations of centred and non-centred programs are the same and lose few digits.
//
// Where a row says u_j = (mean of its parents) + scale * noise, with residual
// c - R_j u_j - sum_k R_k u_k, the innovation is e_j = (R_j u_j + sum_k R_k u_k - c) / s. Its own
// row is -e_j, and in all other rows u_j is replaced by (c + s e_j - sum_k R_k u_k) / R_j. Columns
// without such a row stay as they are. What columns are if all innovations are
// zero (offsets) goes into the constants of rows, at every evaluation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "gaussian/block.h"

namespace autumn::gaussian::equations {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// The numbers that entries are multiplied by: one, the coefficients, the scales, and products of
// two numbers before them.
struct Slots {
  std::size_t coefficients = 0;
  std::size_t scales = 0;
  struct Product {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    bool operator==(const Product&) const = default;
  };
  std::vector<Product> products = {};

  static constexpr std::uint32_t kOne = 0;
  [[nodiscard]] std::uint32_t coefficient(std::int32_t slot) const {
    return slot < 0 ? kOne : 1U + static_cast<std::uint32_t>(slot);
  }
  [[nodiscard]] std::uint32_t scale(std::int32_t slot) const {
    return slot < 0
               ? kOne
               : static_cast<std::uint32_t>(1 + coefficients) + static_cast<std::uint32_t>(slot);
  }
  [[nodiscard]] std::size_t first_product() const { return 1 + coefficients + scales; }
  [[nodiscard]] std::size_t size() const { return first_product() + products.size(); }

  void fill(const Inputs& inputs, std::span<double> numbers) const;
  // Adds the bars of products to those of their factors.
  void come_back(std::span<const double> numbers, std::span<double> bars) const;
};

// A number times an innovation (or a column that has none).
struct Entry {
  std::uint32_t column = 0;
  std::uint32_t slot = Slots::kOne;
  double multiplier = 0.0;
};

// How a column comes back from its innovation: u = (c + s e - sum of parents) / unit.
struct Own {
  std::uint32_t row = kNone;  // of the block; none: the column is not an innovation
  double unit = 1.0;
  std::vector<Entry> parents = {};  // over columns, not innovations
};

struct Innovated {
  Slots slots = {};
  std::vector<Own> own = {};                   // per column
  std::vector<std::uint32_t> draw_order = {};  // columns, parents before their children
  // The rows of the block that are no column's own.
  std::vector<std::uint32_t> rows = {};
  std::vector<std::uint32_t> row_starts = {0};
  std::vector<Entry> entries = {};
  // Columns are taken as distances from `start`, which moves the constants of rows (translation.h).
  std::vector<double> start = {};  // per column
  std::vector<double> shift = {};  // per row of `rows`: what is taken from its constant
  bool has_offsets = false;        // some own row has a constant
  bool has_cancelled = false;      // entries that add up to nearly nothing have lost digits

  [[nodiscard]] std::span<const Entry> entries_of(std::size_t row) const {
    return std::span(entries).subspan(row_starts[row], row_starts[row + 1] - row_starts[row]);
  }
};

// Columns with more ancestors than this (a long chain, a regression) are left as they are, because
// rows would become long.
inline constexpr std::size_t kMostAncestors = 16;
[[nodiscard]] Innovated innovations(const Block& block,
                                    std::size_t most_ancestors = kMostAncestors);

struct InnovatedPoint {
  const Block& block;
  const Innovated& innovated;
  const Inputs& inputs;
  std::span<const double> x;  // the numbers of the slots
};
// The columns u of these innovations e, per column.
void columns_of(const InnovatedPoint& at, std::span<const double> e, std::span<double> u);

}  // namespace autumn::gaussian::equations
