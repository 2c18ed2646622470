// The objective is what optimizers make small: minus the log density, with a count of its
// evaluations.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <span>

#include "base/log_density.h"

namespace autumn::approximate {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

[[nodiscard]] inline std::span<const double> as_span(const VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
[[nodiscard]] inline std::span<double> as_span(VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
[[nodiscard]] inline VectorXd as_vector(std::span<const double> x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size()));
}

// A point with what is known about it.
struct Place {
  VectorXd x;
  double value = 0.0;      // minus the log density
  VectorXd gradient = {};  // of that
};

class Objective {
 public:
  explicit Objective(LogDensity& density) : density_(density) {}

  // Reads `x`, writes the rest; false where the point is rejected.
  [[nodiscard]] bool evaluate(Place& place) {
    ++evaluations_;
    place.gradient.resize(place.x.size());
    place.value = -density_.evaluate(as_span(place.x), as_span(place.gradient));
    place.gradient = -place.gradient;
    return std::isfinite(place.value) && place.gradient.allFinite();
  }

  [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

 private:
  LogDensity& density_;
  std::size_t evaluations_ = 0;
};

}  // namespace autumn::approximate
