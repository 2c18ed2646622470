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

// A symmetric matrix, or an upper triangle, by its rows from the diagonal on; what lies before is
// anything. Rows follow each other by `stride`, their ends are zeros unless it is said, and there
// is room for as many rows as numbers in a row.
struct Upper {
  double* numbers;
  std::size_t rows;
  std::size_t stride;
};

struct Completion {
  Upper schur;
  const double* gram;  // row by row
  double precision, by;
  const double* t;
  double* to;
};

struct Kernels {
  // to[i] = weight[i] * from[i], row by row.
  void (*scale)(const Rows& from, const double* weight, double* to) = nullptr;
  // to = left'right, which is symmetric.
  void (*multiply)(const Rows& left, const Rows& right, const Upper& to) = nullptr;
  // schur = precision * gram - by * schur, and to = T schur T.
  void (*complete)(const Completion& completion) = nullptr;
  // to = sum of x[i] * (row i), and to[i] = x'(row i).
  void (*add_rows)(const Rows& rows, const double* x, double* to) = nullptr;
  void (*dot_rows)(const Rows& rows, const double* x, double* to) = nullptr;
  // a = U'U, in the place of a, with the reciprocals of pivots; columns b that follow the last
  // become U^-T b. False if a pivot is not positive and finite: nothing is promised of a then.
  bool (*factorise)(const Upper& a, double* reciprocals) = nullptr;
  // x = U^-1 x; x has zeros at its end.
  void (*solve)(const Upper& u, const double* reciprocals, double* x) = nullptr;
  // inverse = (U'U)^-1; `work` is as large as the matrices.
  void (*invert)(const Upper& u, const double* reciprocals, double* work,
                 const Upper& inverse) = nullptr;
  // to[i] = sum over k of a[i, k] b[i, k] x[k].
  void (*dot_three)(const Upper& a, const Upper& b, const double* x, double* to) = nullptr;
};

[[nodiscard]] const Kernels& kernels(InstructionSet set);

}  // namespace autumn::gaussian::cross
