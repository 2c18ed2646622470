// Elimination with batches, its adjoint, and how to find the factor in scratch memory.
#pragma once

#include <optional>
#include <span>

#include "gaussian/adjoint.h"
#include "gaussian/eliminate.h"
#include "gaussian/front_work.h"

namespace autumn::gaussian {

// Whether an elimination with batches is in the memory.
[[nodiscard]] inline bool is_batched(std::span<const double> scratch) {
  return scratch[0] == 1.0;
}

// Where offsets of batches count from.
[[nodiscard]] inline const double* batch_base(std::span<const double> scratch) {
  return scratch.data() + static_cast<std::size_t>(scratch[1]);
}
[[nodiscard]] inline double* batch_base(std::span<double> scratch) {
  return scratch.data() + static_cast<std::size_t>(scratch[1]);
}

// Nothing if some number is not moderate: then it must be done without batches.
[[nodiscard]] std::optional<Parts> eliminate_batched(const Block& block, const Symbolic& symbolic,
                                                     const Inputs& inputs,
                                                     std::span<double> scratch);

// As adjoint, after eliminate_batched. Partials are zero before.
void adjoint_batched(const AdjointProblem& problem, const Partials& partials,
                     std::span<double> scratch);

}  // namespace autumn::gaussian
