// Newton's method: steps by the Hessian, whose eigenvalues are all taken as if they curved towards
// a mode.
#pragma once

#include <optional>

#include "approximate/objective.h"
#include "approximate/optimize.h"

namespace autumn::approximate {

// A step of Newton's method, halved until it makes nothing worse.
struct NewtonStep {
  Place place;
  double alpha = 1.0;
  double decrement = 0.0;  // g' |H|^-1 g, twice what a quadratic would gain
  double escape = 0.0;     // the part of it in directions that lead away from a saddle
};
// Nothing if no step helps, or if there is no Hessian.
[[nodiscard]] std::optional<NewtonStep> newton_step(Objective& objective, const Place& from);

[[nodiscard]] Optimum newton(LogDensity& density, std::span<const double> start,
                             const OptimizeSettings& settings, const OptimizeObserver& observer);

}  // namespace autumn::approximate
