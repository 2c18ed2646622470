// A smooth curve goes through points, as a cubic polynomial between each two.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace autumn::sampler {

// The slope at a point is that of the parabola through it and its neighbours, unless the curve has
// a corner there, where that would swing: then it is a straight line on either side.
class SmoothCurve {
 public:
  SmoothCurve() = default;
  // Two points or more, x ascending. A corner is where slope times width changes by more than this.
  SmoothCurve(std::span<const double> x, std::span<const double> y, double corner);

  // In the interval from point k to the next, `share` of the way.
  [[nodiscard]] double at(std::size_t k, double share) const;

 private:
  std::vector<double> y_;
  std::vector<double> begin_;  // slope times width at the beginning of an interval, and at its end
  std::vector<double> end_;
};

}  // namespace autumn::sampler
