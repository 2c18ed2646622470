// The Euclidean metric M is that of the kinetic energy p' M^-1 p / 2: unit, diagonal or dense.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "sample/settings.h"

namespace autumn::sampler {

// Holds M^-1, which estimates the covariance of the target, and what is needed to draw momenta from
// normal(0, M).
class Metric {
 public:
  [[nodiscard]] static Metric unit(std::size_t dimension);
  // `inverse` must be positive.
  [[nodiscard]] static Metric diagonal(std::vector<double> inverse);
  // `inverse` holds the rows of a symmetric matrix; an error if it is not positive definite.
  [[nodiscard]] static Result<Metric> dense(std::size_t dimension, std::vector<double> inverse);

  [[nodiscard]] MetricKind kind() const { return kind_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  // Ones (unit), the diagonal, or the rows of the matrix.
  [[nodiscard]] std::span<const double> inverse() const { return inverse_; }

  // velocity = M^-1 momentum.
  void to_velocity(std::span<const double> momentum, std::span<double> velocity) const;
  void draw_momentum(Random& random, std::span<double> momentum) const;

 private:
  Metric(MetricKind kind, std::size_t dimension, std::vector<double> inverse);

  MetricKind kind_;
  std::size_t dimension_;
  std::vector<double> inverse_;
  // Diagonal: square roots of M's diagonal. Dense: the Cholesky factor L of M^-1 = L L', column by
  // column.
  std::vector<double> factor_;
};

// The metric a chain starts with: the given elements, or the identity in the asked-for kind.
[[nodiscard]] Result<Metric> make_metric(MetricKind kind, std::size_t dimension,
                                         std::span<const double> inverse);

}  // namespace autumn::sampler
