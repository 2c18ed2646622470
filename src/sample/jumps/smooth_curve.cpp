// This file interpolates with cubic polynomials (Hermite).
#include "sample/jumps/smooth_curve.h"

#include <cmath>

namespace autumn::sampler {

SmoothCurve::SmoothCurve(std::span<const double> x, std::span<const double> y, double corner)
    : y_(y.begin(), y.end()) {
  const std::size_t intervals = x.size() - 1;
  for (std::size_t k = 0; k < intervals; ++k) begin_.push_back(y[k + 1] - y[k]);
  end_ = begin_;
  for (std::size_t k = 1; k < intervals; ++k) {
    const double before = x[k] - x[k - 1], after = x[k + 1] - x[k];
    const double rise = y[k] - y[k - 1], next = y[k + 1] - y[k];
    if (!(std::fabs(next * before / after - rise) < corner)) continue;
    const double slope = (rise / before * after + next / after * before) / (before + after);
    end_[k - 1] = slope * before;
    begin_[k] = slope * after;
  }
}

double SmoothCurve::at(std::size_t k, double t) const {
  const double rise = y_[k + 1] - y_[k];
  const double rest = 1.0 - t;
  return y_[k] + t * rise + t * rest * (rest * (begin_[k] - rise) - t * (end_[k] - rise));
}

}  // namespace autumn::sampler
