// A family of normal distributions for variational inference, with its parameters in one vector:
// means, then logarithms of scales (mean field) or a Cholesky factor (full rank).
#pragma once

#include "approximate/objective.h"
#include "approximate/variational.h"

namespace autumn::approximate {

// Standard deviations of one around this point.
[[nodiscard]] VectorXd first_parameters(Family family, std::span<const double> start);
// The point that standard normal numbers stand for.
[[nodiscard]] VectorXd transformed(Family family, const VectorXd& parameters, const VectorXd& z);
// The entropy, and its gradient.
[[nodiscard]] double entropy(Family family, const VectorXd& parameters, Index dimension);
[[nodiscard]] VectorXd entropy_gradient(Family family, const VectorXd& parameters, Index dimension);
// Adds the derivative of log p(transformed(z)), where that of log p is `gradient`.
void add_pullback(Family family, const VectorXd& parameters, const VectorXd& z,
                  const VectorXd& gradient, VectorXd& sum);

}  // namespace autumn::approximate
