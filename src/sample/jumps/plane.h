// A plane density in two dimensions is a piecewise density of one coordinate, and of the other
// given it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/random.h"
#include "sample/jumps/piecewise.h"
#include "sample/jumps/smooth_curve.h"

namespace autumn::sampler {

// Where the second coordinate has knots, in scales from its centre: even steps where the mass is,
// longer ones in the tails.
inline constexpr std::array<double, 23> kPlaneGrid = {
    -14.0, -9.5, -6.8, -5.2, -4.2, -3.6, -3.0, -2.4, -1.8, -1.2, -0.6, 0.0,
    0.6,   1.2,  1.8,  2.4,  3.0,  3.6,  4.2,  5.2,  6.8,  9.5,  14.0};

// A log density along a line on which the first coordinate is constant.
struct PlaneLine {
  double at = 0.0;  // the first coordinate
  double centre = 0.0;
  double log_scale = 0.0;
  std::array<double, kPlaneGrid.size()> logs{};  // at centre + scale * grid; finite

  void visit_fields(Fields& fields);
};

// Between two lines centre, log scale, log values and log mass are interpolated, and the densities
// that they give are normalised: what is drawn and what `density` says agree exactly.
class PlaneDensity {
 public:
  // Without lines, to be read into.
  PlaneDensity() = default;
  // Two lines or more, in ascending order; `first` is 0 or 1.
  PlaneDensity(std::size_t first, std::vector<PlaneLine> lines);

  // These are not const because they share a buffer.
  [[nodiscard]] double density(std::span<const double> x);
  void draw(Random& random, std::span<double> x);

  // The interval between lines that has this first coordinate: 0 is before the first line, and so
  // on.
  [[nodiscard]] std::size_t interval_of(double first) const;
  void visit_fields(Fields& fields);

 private:
  struct Frame {
    double centre;
    double scale;
  };

  [[nodiscard]] Frame condition_on(double first);
  void set_marginal();

  std::size_t first_ = 0;
  std::vector<PlaneLine> lines_;
  std::vector<double> places_;
  SmoothCurve centres_;
  SmoothCurve log_scales_;
  PiecewiseDensity marginal_;
  PiecewiseDensity conditional_;
};

// The logarithm of the integral along a line, in the units of the second coordinate.
[[nodiscard]] double log_mass_of(const PlaneLine& line);

}  // namespace autumn::sampler
