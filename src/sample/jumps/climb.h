// A climb goes from where a chain begins to the top of its density, by gradients, and looks at the
// curvature there: what jumps can begin with before there are any draws.
#pragma once

#include <optional>
#include <vector>

#include "sample/hamiltonian.h"

namespace autumn::sampler {

// The normal distribution that has the density's top and its curvature about a standard deviation
// away from it.
struct Summit {
  std::vector<double> top;
  std::vector<double> covariance;  // column by column
};

// Nothing if the top is not reached within 150 gradients, or if the density is not
// curved downwards there.
[[nodiscard]] std::optional<Summit> climb(const Point& from, Hamiltonian& hamiltonian);

}  // namespace autumn::sampler
