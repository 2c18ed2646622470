// A pencil is a block of which only two scales change, but for a few columns: the fast way through
// regressions, ridges and vectors with a known covariance.
//
// All rows have known coefficients and one of two scales: [A | a] / s (the base, which determines
// all columns) and [B | b] / t. With A = Q F and the singular values B F^-1 = U S V', found once,
// in the coordinates v = V'F (u - start) the two kinds of rows are (alpha - v) / s and
// (beta - S v) / t, coordinate by coordinate. So with the differences d = beta - S alpha and
// w_i = t^2 + s^2 S_i^2
//
//   log det of the precision = sum log w_i - (2 columns) log s - (2 coordinates) log t
//   rest = sum d_i^2 / w_i + (what is left over of a) / s^2 + (what is left over of b) / t^2
//
// in as many operations as there are singular values. `start` is where the base alone is least, so
// that alpha has only what inputs add to constants.
//
// A few columns beside these, the border, may be in all rows and have rows of their own with other
// scales, or none: an intercept beside a ridge. They are taken as inputs of the pencil, whose
// differences and left-over rows are then rows over them, a small system (small_system.h).
//
// Where rounding of singular values or constants
// would be seen, there is no answer, and normal equations or fronts must give it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/seed.h"

namespace autumn::gaussian {

struct Partials;
struct Parts;

namespace pencil {

// Columns of numbers: the constants of rows, known ones first, then per input what it adds, then
// per column of the border.
struct ByInput {
  std::size_t rows = 0;
  std::vector<double> numbers = {};  // column by column

  [[nodiscard]] const double* column(std::size_t input) const {
    return numbers.data() + input * rows;
  }
};

struct Side {
  std::int32_t scale = -1;   // negative: the scale is 1
  double coordinates = 0.0;  // how many innovations have this scale
  bool may_be_zero = false;  // because it is no scale of the program, and of innovations only
  ByInput left_over = {};    // rows that no column changes
};

// A row over the border only, or without columns.
struct BorderRow {
  std::uint32_t row = 0;           // of the block
  double constant = 0.0;           // at the start, without inputs
  double root = 1.0;               // of its weight
  std::vector<double> multiplier;  // per column of the border
};

struct Kernels;

struct Pencil {
  std::vector<std::uint32_t> columns;  // of the block, all but the border
  std::vector<std::uint32_t> border;
  std::vector<BorderRow> border_rows;
  std::vector<double> border_start;  // per column of the border
  Side base, other;
  std::vector<std::uint32_t> inputs;  // constants that are added to rows
  std::vector<double> singular;       // not zero
  ByInput differences;                // per singular value
  ByInput moves;                      // alpha, per column; the known ones are zero
  std::vector<double> start;          // per column
  std::vector<double> back;           // columns are start + back v; column by column
  double singular_rounding = 0.0;     // about what rounding has done to singular values
  double dropped = 0.0;               // how many were taken for zero
  std::vector<double> lengths;        // of constants of the other rows and their moves, as ByInput
  // The same of what the rows that are left over were taken from, if there are any.
  std::vector<double> left_lengths;
  double constant_term = 0.0;  // the block's, less the logarithm of the determinant of F
  double nanoseconds = 0.0;    // of value and partials, about
  double draw_nanoseconds = 0.0;
  const Kernels* kernels = nullptr;  // those of an instruction set
};

// None if the block is not of this kind, or if it does not pay beside what takes `nanoseconds` per
// evaluation. The first `scales_of_program` scales must be positive.
[[nodiscard]] std::optional<Pencil> find_pencil(const Block& block, std::size_t scales_of_program,
                                                double nanoseconds);
[[nodiscard]] std::size_t scratch_size(const Pencil& pencil);

struct Problem {
  const Block& block;
  const Pencil& pencil;
  const Inputs& inputs;
  std::span<double> scratch;
};

// As those of star.h.
[[nodiscard]] std::optional<Parts> parts(const Problem& problem);
[[nodiscard]] std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                                      const Partials& partials);
[[nodiscard]] bool draw(const Problem& problem, std::span<const double> z, std::span<double> u);

}  // namespace pencil
}  // namespace autumn::gaussian
