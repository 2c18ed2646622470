// The log density at a point without its gradient, -infinity where the point is rejected.
#pragma once

#include <limits>

#include "approximate/objective.h"

namespace autumn::approximate {

[[nodiscard]] inline double log_value(LogDensity& density, const VectorXd& x) {
  VectorXd spare(x.size());
  const double value = density.value(as_span(x), as_span(spare));
  return std::isfinite(value) ? value : -std::numeric_limits<double>::infinity();
}

}  // namespace autumn::approximate
