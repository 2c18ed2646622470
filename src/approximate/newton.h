// Newton's method: steps by the Hessian, whose eigenvalues are all taken as if they curved towards
// a mode.
#pragma once

#include "approximate/optimize.h"

namespace autumn::approximate {

[[nodiscard]] Optimum newton(LogDensity& density, std::span<const double> start,
                             const OptimizeSettings& settings, const OptimizeObserver& observer);

}  // namespace autumn::approximate
