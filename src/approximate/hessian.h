// The Hessian of the objective by differences of its gradients.
#pragma once

#include <optional>

#include "approximate/objective.h"

namespace autumn::approximate {

// Symmetric. Nothing if gradients around the point are not finite.
[[nodiscard]] std::optional<MatrixXd> hessian_at(Objective& objective, const VectorXd& x);

}  // namespace autumn::approximate
