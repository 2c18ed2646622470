// This file evaluates densities for fits.
#include "sample/trail.h"

#include <cmath>

#include "base/numbers.h"

namespace autumn::sampler {

double Values::at(std::span<const double> position) {
  ++count_;
  const double value = hamiltonian_.evaluate(position, gradient_);
  return std::isnan(value) ? -kInfinity : value;
}

}  // namespace autumn::sampler
