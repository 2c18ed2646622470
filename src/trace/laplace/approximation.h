// Laplace's approximation of a latent Gaussian model: the latent vector is normal(0, K) before the
// data, and taken to be normal about its mode after them.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "trace/laplace/likelihood.h"

namespace autumn::trace {

struct LaplaceSettings {
  double tolerance = 1.5e-8;  // of the objective between two steps of Newton's method
  int max_steps = 500;
};

// At the mode, with W = - the Hessian of the log likelihood.
struct Approximation {
  Eigen::VectorXd mode;
  Eigen::VectorXd gradient;    // of the log likelihood
  Eigen::MatrixXd curvature;   // W
  Eigen::MatrixXd covariance;  // (K^-1 + W)^-1
  Eigen::MatrixXd inner;       // W (I + K W)^-1 = (K + W^-1)^-1
  double log_marginal = 0.0;
};

// Nothing where Newton's method does not find a maximum.
[[nodiscard]] std::optional<Approximation> approximate(const Likelihood& likelihood,
                                                       std::span<const double> arguments,
                                                       const Eigen::MatrixXd& k,
                                                       const Eigen::VectorXd& start,
                                                       const LaplaceSettings& settings);

// The slopes of the log marginal likelihood.
struct MarginalSlopes {
  Eigen::MatrixXd by_covariance;  // symmetric
  std::vector<double> by_arguments;
};
[[nodiscard]] MarginalSlopes marginal_slopes(const Likelihood& likelihood,
                                             std::span<const double> arguments,
                                             const Approximation& at);

}  // namespace autumn::trace
