// A piecewise density in one dimension is made of values of a log density at knots: linear in the
// logarithm between them, with heavy tails beyond.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/random.h"
#include "sample/state/fields.h"

namespace autumn::sampler {

// Normalised exactly, whatever the values. Beyond the knots it falls with the square of the
// distance, as a Cauchy density does, and begins with the slope of the outermost piece.
class PiecewiseDensity {
 public:
  // Two knots or more, ascending; finite log values, up to a constant. Reuses what was allocated.
  void assign(std::span<const double> knots, std::span<const double> log_values);

  // The logarithm of the integral, with the constant of the log values.
  [[nodiscard]] double log_mass() const;
  [[nodiscard]] double density(double x) const;
  [[nodiscard]] double quantile(double probability) const;
  [[nodiscard]] double draw(Random& random) const;

  [[nodiscard]] std::span<const double> knots() const { return knots_; }
  // The piece that has x: 0 is the tail to the left of the first knot, and so on.
  [[nodiscard]] std::size_t piece_of(double x) const;
  void visit_fields(Fields& fields);

 private:
  [[nodiscard]] std::size_t piece_below(double mass) const;
  [[nodiscard]] double place(std::size_t piece, double share) const;

  std::vector<double> knots_;
  std::vector<double> logs_;     // less their maximum
  std::vector<double> heights_;  // exp of these
  std::vector<double> masses_;   // of all pieces up to this one
  double top_ = 0.0;
  double left_scale_ = 1.0;
  double right_scale_ = 1.0;
};

// The integral over [0, 1] of exp of the line from a to b, given a, b, exp(a) and exp(b).
[[nodiscard]] double log_linear_mean(double a, double b, double exp_a, double exp_b);

}  // namespace autumn::sampler
