// The Euclidean metric M is that of the kinetic energy p' M^-1 p / 2: unit, diagonal (with a few
// directions that are stretched, too) or dense.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "sample/settings.h"
#include "sample/state/fields.h"

namespace autumn::sampler {

// Directions in which a diagonal metric is stretched: M^-1 = S (I + U (diag(stretch) - I) U') S
// with the square roots S of its diagonal, so that products take O(dimension * directions).
struct Directions {
  std::vector<double> stretch;  // positive
  std::vector<double> columns;  // U, orthonormal, column by column

  [[nodiscard]] std::size_t count() const { return stretch.size(); }
  void visit_fields(Fields& fields);
};

// Holds M^-1, which estimates the covariance of the target, and what is needed to draw momenta from
// normal(0, M).
class Metric {
 public:
  [[nodiscard]] static Metric unit(std::size_t dimension);
  // `inverse` must be positive.
  [[nodiscard]] static Metric diagonal(std::vector<double> inverse);
  // `diagonal` (positive) with these directions.
  [[nodiscard]] static Metric stretched(std::vector<double> diagonal, Directions directions);
  // `inverse` holds the rows of a symmetric matrix; an error if it is not positive definite.
  [[nodiscard]] static Result<Metric> dense(std::size_t dimension, std::vector<double> inverse);

  [[nodiscard]] MetricKind kind() const { return kind_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  // Ones (unit), the diagonal (that of M^-1 as a whole, if there are directions), or the rows of
  // the matrix.
  [[nodiscard]] std::span<const double> inverse() const { return inverse_; }
  // Whether velocities are momenta times `inverse`, element by element.
  [[nodiscard]] bool is_elementwise() const {
    return kind_ != MetricKind::kDense && directions_.count() == 0;
  }
  [[nodiscard]] const Directions& directions() const { return directions_; }

  // velocity = M^-1 momentum.
  void to_velocity(std::span<const double> momentum, std::span<double> velocity) const;
  void draw_momentum(Random& random, std::span<double> momentum) const;

  // The sizes of its parts must fit its dimension, which does not change.
  void visit_fields(Fields& fields);

 private:
  Metric(MetricKind kind, std::size_t dimension, std::vector<double> inverse);

  // Adds U weights U' v to v.
  void add_directions(std::span<const double> weights, std::span<double> v) const;

  MetricKind kind_;
  std::size_t dimension_;
  std::vector<double> inverse_;
  // Diagonal: square roots of M's diagonal. Dense: the Cholesky factor L of M^-1 = L L', column by
  // column.
  std::vector<double> factor_;
  Directions directions_;
  std::vector<double> scales_;       // S, if there are directions
  std::vector<double> to_velocity_;  // stretch - 1
  std::vector<double> to_momentum_;  // stretch^-1/2 - 1
  // Room for what a vector has along each direction; a metric belongs to one chain.
  mutable std::vector<double> along_;
};

// The metric a chain starts with: the given elements, or the identity in the asked-for kind.
[[nodiscard]] Result<Metric> make_metric(MetricKind kind, std::size_t dimension,
                                         std::span<const double> inverse);

}  // namespace autumn::sampler
