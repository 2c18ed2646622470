// This header finds a root of a system of equations f(y) = 0. It knows nothing of programs or
// graphs.
#pragma once

#include <functional>
#include <optional>

#include <Eigen/Core>

namespace autumn::solve {

// Fills f and its Jacobian at y; false where they can not be computed.
using Equations =
    std::function<bool(const Eigen::VectorXd& y, Eigen::VectorXd& f, Eigen::MatrixXd& jacobian)>;

struct RootSettings {
  double function_tolerance = 1e-6;  // of the norm of f
  double max_steps = 200;
};

// Newton's method, damped as by Levenberg and Marquardt where a full step does not lead down. What
// it finds is polished as far as the numbers allow, so that slopes taken there are exact. Nothing
// if it does not get within the tolerance.
[[nodiscard]] std::optional<Eigen::VectorXd> find_root(const Equations& equations,
                                                       Eigen::VectorXd start,
                                                       const RootSettings& settings);

}  // namespace autumn::solve
