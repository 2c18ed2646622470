// The centred form of a block: where columns enter rows as scale * z with z standard normal, the
// products are taken for the columns, so that a program written the one way or the other becomes
// the same block.
//
// If column j has a row of its own, m z_j with scale 1 and constant 0, and all other rows contain
// it with one coefficient c, then v_j = c z_j has the row m v_j with scale |c|, and enters the
// others with what is left of their entries. So do columns that have as many such rows together:
// vectors with a known covariance. Where all rows with v_j contain another column a just
// as often, w_j = v_j + a is the column, with a as its mean. Where rows contain running sums of v,
// the sums are the columns (running_columns.h), each with the one before it as its mean. The
// integral is the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/seed.h"
#include "gaussian/ways.h"

namespace autumn::gaussian {

// With the ways through its block.
struct Centred : Ways {
  Block block;  // scales: those of the block, then the sizes of some coefficients
  std::vector<std::uint32_t> scale_from;  // per added scale: the coefficient
  std::vector<std::int32_t> coefficient;  // per column: by which it was multiplied; negative: none
  std::vector<std::vector<std::uint32_t>> means;  // per column: those that were added to it
  std::vector<std::uint32_t> back;  // all columns, each before its means: how they come back
};

// None if no column is of this kind. Rows that have become known but for their scales are
// compressed.
[[nodiscard]] std::optional<Centred> centred(const Block& block);
[[nodiscard]] std::size_t scratch_size(const Centred& centred);

struct CentredProblem {
  const Centred& centred;
  const Inputs& inputs;  // of the block as it was
  std::span<double> scratch;
};

// As those of ways.h.
[[nodiscard]] std::optional<Parts> parts_and_partials(const CentredProblem& problem,
                                                      const Seed& seed, const Partials& partials);
[[nodiscard]] bool draw(const CentredProblem& problem, std::span<const double> z,
                        std::span<double> u);

}  // namespace autumn::gaussian
