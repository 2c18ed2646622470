// This header declares the loops over the matrices of a cross, for every instruction set.
#pragma once

#include <cstddef>

#include "base/instruction_set.h"

namespace autumn::gaussian::cross {

// Rows of matrices have a multiple of so many numbers.
inline constexpr std::size_t kUnit = 8;

// Rows of numbers, one after the other.
struct Rows {
  const double* numbers;
  std::size_t rows;
  std::size_t stride;
};

struct Kernels {
  // to[i] = weight[i] * from[i], row by row.
  void (*scale)(const Rows& from, const double* weight, double* to) = nullptr;
  // to = left'right, of as many columns as rows of `to` are wanted; of the elements above the
  // diagonal some are written and some are not. It is symmetric.
  void (*multiply)(const Rows& left, const Rows& right, std::size_t columns, double* to) = nullptr;
  // to = sum of x[i] * (row i), and to[i] = x'(row i).
  void (*add_rows)(const Rows& rows, const double* x, double* to) = nullptr;
  void (*dot_rows)(const Rows& rows, const double* x, double* to) = nullptr;
  // to[i] = sum over k of a[i, k] b[i, k] x[k]
  void (*dot_three)(const Rows& a, const Rows& b, const double* x, double* to) = nullptr;
};

[[nodiscard]] const Kernels& kernels(InstructionSet set);

}  // namespace autumn::gaussian::cross
