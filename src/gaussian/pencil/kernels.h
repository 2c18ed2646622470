// This header declares the loops over the singular values of a pencil, for every instruction set.
#pragma once

#include <cstddef>

#include "base/instruction_set.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian::pencil {

// Sums over the singular values S, with w = t^2 + s^2 S^2 and differences d.
struct Sums {
  double squares = 0.0;        // d^2 / w
  double squares_other = 0.0;  // d^2 / w^2: minus the derivative of `squares` by t^2
  double squares_base = 0.0;   // S^2 d^2 / w^2: the same by s^2
  double other = 0.0;          // 1 / w: the derivative of the sum of log w by t^2
  double base = 0.0;           // S^2 / w
};

[[nodiscard]] inline Sums operator+(const Sums& a, const Sums& b) {
  return {.squares = a.squares + b.squares,
          .squares_other = a.squares_other + b.squares_other,
          .squares_base = a.squares_base + b.squares_base,
          .other = a.other + b.other,
          .base = a.base + b.base};
}

struct Weighing {
  const double* singular;  // falling
  std::size_t count;
  double base, other;  // squares of the scales
  double* inverses;    // of w
};

struct Summing {
  const double* singular;
  const double* inverses;
  const double* differences;
  std::size_t count;
  double* slopes;  // d / w
};

// With a border of one column, which differences have the numbers q of.
struct Bordering {
  const double* singular;
  const double* inverses;
  const double* differences;
  const double* column;  // q
  std::size_t count;
};
struct BorderSums {
  double squares = 0.0;   // q^2 / w
  double products = 0.0;  // q d / w
  double by_other = 0.0;  // q^2 / w^2
  double by_base = 0.0;   // S^2 q^2 / w^2
};

[[nodiscard]] inline BorderSums operator+(const BorderSums& a, const BorderSums& b) {
  return {.squares = a.squares + b.squares,
          .products = a.products + b.products,
          .by_other = a.by_other + b.by_other,
          .by_base = a.by_base + b.by_base};
}

// to = there + x column.
struct Adding {
  const double* column = nullptr;
  const double* there = nullptr;
  std::size_t count = 0;
  double x = 0.0;
  double* to = nullptr;
};

struct Kernels {
  // Writes the inverses. The product of all w is right if the largest and the smallest of them are
  // moderate.
  Product (*weigh)(const Weighing& weighing) = nullptr;
  // The sum of d^2 / w alone, and all sums.
  double (*square)(const Summing& summing) = nullptr;
  Sums (*sum)(const Summing& summing) = nullptr;
  BorderSums (*border)(const Bordering& bordering) = nullptr;
  void (*add)(const Adding& adding) = nullptr;
};

[[nodiscard]] const Kernels& kernels(InstructionSet set);

}  // namespace autumn::gaussian::pencil
