// A local Gaussian is the normal distribution that the changes along a path of L-BFGS suggest
// around a point (Zhang, Carpenter, Gelman and Vehtari, Pathfinder, 2022).
#pragma once

#include <deque>
#include <optional>

#include "approximate/bfgs.h"

namespace autumn::approximate {

// Its covariance is F F' with F = sqrt(alpha) (I + Q (L - I) Q'), columns of Q orthonormal.
struct LocalGaussian {
  VectorXd centre;
  VectorXd alpha;
  MatrixXd basis;                // Q
  MatrixXd factor;               // L, lower triangular
  double log_determinant = 0.0;  // of F
};

// Whether a change is one of a function that curves upwards, and not beyond all measure.
[[nodiscard]] bool has_curvature(const Change& change);

// The diagonal of an inverse Hessian after a change (Gilbert and Lemarechal, 1989, equation 4.9).
[[nodiscard]] VectorXd updated_diagonal(const VectorXd& alpha, const Change& change);

// Nothing if the covariance is not positive definite in numbers.
[[nodiscard]] std::optional<LocalGaussian> local_gaussian(const Place& place, const VectorXd& alpha,
                                                          const std::deque<Change>& changes);

// The point that standard normal numbers stand for, and its log density.
[[nodiscard]] VectorXd point_of(const LocalGaussian& gaussian, const VectorXd& z);
[[nodiscard]] double log_density_of(const LocalGaussian& gaussian, const VectorXd& z);

}  // namespace autumn::approximate
