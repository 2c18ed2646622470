// This file keeps trails, and evaluates densities for fits.
#include "sample/jumps/trail.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"

namespace autumn::sampler {

void TrailSample::add(std::span<const double> position, double log_density) {
  points.insert(points.end(), position.begin(), position.end());
  log_densities.push_back(log_density);
}

TrailSample sample_of(const Trail& trail) {
  constexpr std::size_t kMostPoints = 2048;
  const std::size_t number = std::min(trail.size(), kMostPoints);
  TrailSample sample{.dimension = trail.dimension};
  for (std::size_t k = 0; k < number; ++k) {
    const std::size_t at = k * trail.size() / number;
    sample.add(trail.position(at), trail.log_densities[at]);
  }
  return sample;
}

void TrailRecord::add(const Point& point) {
  positions_.insert(positions_.end(), point.position.begin(), point.position.end());
  log_densities_.push_back(point.log_density);
}

Trail TrailRecord::recent() const {
  const std::size_t first = log_densities_.size() / 2;
  return {dimension_, std::span(positions_).subspan(first * dimension_),
          std::span(log_densities_).subspan(first)};
}

void TrailRecord::visit_fields(Fields& fields) {
  [[maybe_unused]] auto& [dimension, positions, log_densities] = *this;
  fields("positions", positions);
  fields("log_densities", log_densities);
}

double Values::at(std::span<const double> position) {
  ++count_;
  const double value = hamiltonian_.value(position, spare_);
  return std::isnan(value) ? -kInfinity : value;
}

}  // namespace autumn::sampler
