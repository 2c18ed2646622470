// Linear recurrences as one operation with its adjoint: numbers alone.
//
//   x[t] = factor[t] x[t-1] + rest[t],   t = 1 .. steps
#pragma once

#include <cstddef>
#include <span>

#include "base/instruction_set.h"

namespace autumn::scan {

// `factor` has one number if it is the same at every step.
struct LinearNumbers {
  double first = 0.0;
  std::span<const double> factor;
  std::span<const double> rest;
};

// With `of_roots` x is what a square root was taken of before it is used: NaN if it is negative.
void run_linear(const LinearNumbers& in, bool of_roots, std::span<double> x, InstructionSet set);

// The adjoints of first (one number), factor and rest, one after the other.
void run_linear_back(const LinearNumbers& in, std::span<const double> x,
                     std::span<const double> adjoint, std::span<double> to, InstructionSet set);

// The loops of one instruction set.
struct LinearLoops {
  void (*run)(const LinearNumbers& in, bool of_roots, double* to) = nullptr;
  void (*run_back)(const LinearNumbers& in, const double* x, const double* adjoint,
                   double* to) = nullptr;
};

}  // namespace autumn::scan
