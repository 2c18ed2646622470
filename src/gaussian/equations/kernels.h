// This header declares the loops over consecutive numbers of normal equations, for every
// instruction set.
#pragma once

#include <cstddef>

#include "base/instruction_set.h"

namespace autumn::gaussian::equations {

// Fixed rows over consecutive columns that have one slot, in which a column meets at most its
// neighbours: with d = x mean - origin and y = G d, where G has `squares` on and `links` beside its
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
  double* distances = nullptr;    // d; one more at either end, which is set to zero
  double* slopes = nullptr;       // y - gradient
  double* imbalance = nullptr;    // from which slopes x square are taken
};

struct StretchSums {
  double squares = 0.0;  // d (y - 2 gradient)
  double sizes = 0.0;    // the squares of (squares d^2)
};

struct Kernels {
  StretchSums (*look)(const Stretch& stretch) = nullptr;
  // to += x from.
  void (*add)(std::size_t count, double x, const double* from, double* to) = nullptr;
  double (*dot)(std::size_t count, const double* a, const double* b) = nullptr;
};

[[nodiscard]] const Kernels& kernels(InstructionSet set);

}  // namespace autumn::gaussian::equations
