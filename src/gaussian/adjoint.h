// The adjoint of an elimination goes from the roots to the leaves, at about its cost.
#pragma once

#include <span>

#include "gaussian/eliminate.h"
#include "gaussian/front_work.h"

namespace autumn::gaussian {

// Of what the derivatives are: rest * (the rest) + determinant * (the log normaliser).
struct AdjointSeed {
  double rest = 0.0;
  double determinant = 0.0;
};

struct AdjointProblem {
  const Block& block;
  const Symbolic& symbolic;
  const Inputs& inputs;
  AdjointSeed seed;
};

[[nodiscard]] inline bool is_wanted(const Partials& partials) {
  return !partials.coefficients.empty() || !partials.constants.empty() || !partials.scales.empty();
}

// `scratch` holds an elimination, which is overwritten.
void adjoint(const AdjointProblem& problem, const Partials& partials, std::span<double> scratch);

// sqrt(w) / s, by which the row is multiplied.
[[nodiscard]] inline double row_factor(const Block& block, const Memory<double>& memory,
                                       std::size_t row) {
  const std::int32_t slot = block.scale_slot[row];
  const double inverse = slot < 0 ? 1.0 : memory.inverse_scales[slot];
  return block.root_weight.empty() ? inverse : block.root_weight[row] * inverse;
}

}  // namespace autumn::gaussian
