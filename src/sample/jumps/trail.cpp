// This file keeps trails, and evaluates densities for fits.
#include "sample/jumps/trail.h"

#include <cmath>

#include "base/numbers.h"

namespace autumn::sampler {

void TrailRecord::add(const Point& point) {
  positions_.insert(positions_.end(), point.position.begin(), point.position.end());
  log_densities_.push_back(point.log_density);
}

Trail TrailRecord::recent() const {
  const std::size_t first = log_densities_.size() / 2;
  return {dimension_, std::span(positions_).subspan(first * dimension_),
          std::span(log_densities_).subspan(first)};
}

double Values::at(std::span<const double> position) {
  ++count_;
  const double value = hamiltonian_.value(position, spare_);
  return std::isnan(value) ? -kInfinity : value;
}

}  // namespace autumn::sampler
