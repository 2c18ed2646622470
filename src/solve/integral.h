// This header declares integrals over an interval, finite or not, by double exponential
// quadrature. It knows nothing of programs or graphs.
#pragma once

#include <functional>
#include <span>

namespace autumn::solve {

// Fills the values of all integrands at x; `distance` is a - x or b - x, whichever is shorter,
// without cancellation (NaN if an end is infinite). False where they can not be computed.
using Integrands = std::function<bool(double x, double distance, std::span<double> values)>;

struct Interval {
  double low;
  double high;
};

// The integrals of all integrands together; false if they do not settle to the relative tolerance.
[[nodiscard]] bool integrate(const Integrands& integrands, Interval interval, double tolerance,
                             std::span<double> integrals);

}  // namespace autumn::solve
