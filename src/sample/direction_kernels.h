// This header declares the product with a few directions, which a leapfrog step takes, for every
// instruction set.
#pragma once

#include <cstddef>
#include <span>

#include "base/instruction_set.h"

namespace autumn::sampler {

struct DirectionKernels {
  // out = columns' v: one number per direction. Columns are v's size apart.
  void (*along)(const double* columns, std::span<const double> v, std::span<double> out) = nullptr;
  // v += columns weights.
  void (*add)(const double* columns, std::span<const double> weights,
              std::span<double> v) = nullptr;
};

[[nodiscard]] const DirectionKernels& direction_kernels(InstructionSet set);
// Those of the instruction set that this process uses.
[[nodiscard]] const DirectionKernels& direction_kernels();

}  // namespace autumn::sampler
