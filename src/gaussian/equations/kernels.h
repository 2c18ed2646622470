// This header declares the loops over consecutive numbers of normal equations, for every
// instruction set.
#pragma once

#include <cstddef>

#include "base/instruction_set.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian::equations {

// A stretch of fixed rows: consecutive columns that have one slot and meet at most their
// neighbours. With d = x mean - origin and y = G d, where G has `squares` on and `links` beside its
// diagonal.
struct Stretch {
  std::size_t count = 0;
  double x = 1.0;       // the slot's number
  double square = 1.0;  // one over the square of the scale
  const double* mean = nullptr;
  const double* origin = nullptr;
  const double* squares = nullptr;
  const double* gradient = nullptr;
  const double* links = nullptr;  // count + 1, of a column with the one before it; null: all zero
  double* distances = nullptr;    // d
  double* slopes = nullptr;       // y - gradient
  double* imbalance = nullptr;    // from which slopes x square are taken
};

struct StretchSums {
  double squares = 0.0;  // d (y - 2 gradient)
  double sizes = 0.0;    // the squares of (squares d^2)
};

// Of the reciprocals of the diagonal of a factor.
struct Reciprocals {
  bool is_below = false;      // diagonal * reciprocal^2 is below a limit everywhere
  bool are_moderate = false;  // so that the product is right
  Product product;
};

// A matrix row by row.
struct NumberRows {
  std::size_t rows = 0;
  std::size_t stride = 0;  // numbers of a row, a multiple of 8
  const double* numbers = nullptr;
};

// Rows side by side.
struct RowsAlike {
  std::size_t count = 0;
  const double* scales = nullptr;  // their reciprocals
  double* residuals = nullptr;
  double* slopes = nullptr;
};

struct Kernels {
  // Fills in the distances.
  void (*measure)(const Stretch& stretch) = nullptr;
  // When all distances are there, also those before and after the stretch. Adds to the sums.
  void (*look)(const Stretch& stretch, StretchSums& sums) = nullptr;
  // Reciprocals of scales; whether all are positive and finite, as their reciprocals are.
  bool (*invert)(std::size_t count, const double* scales, double* to) = nullptr;
  // Constants become constants over scales, and slopes these over scales again. Whether all are
  // smaller than `far`.
  bool (*scale_rows)(const RowsAlike& rows, double far) = nullptr;
  // Residuals are less slopes over scales, and slopes residuals over scales. The sum of squares.
  double (*finish_rows)(const RowsAlike& rows) = nullptr;
  // to += x from.
  void (*add)(std::size_t count, double x, const double* from, double* to) = nullptr;
  Reciprocals (*look_at_reciprocals)(std::size_t count, const double* reciprocals,
                                     const double* diagonal, double limit) = nullptr;
  double (*dot)(std::size_t count, const double* a, const double* b) = nullptr;
  // The sum of all rows, each times its x.
  void (*combine)(const NumberRows& rows, const double* x, double* to) = nullptr;
  // Each row times x.
  void (*project)(const NumberRows& rows, const double* x, double* to) = nullptr;
};

[[nodiscard]] const Kernels& kernels(InstructionSet set);

}  // namespace autumn::gaussian::equations
