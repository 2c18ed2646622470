// Estimates of the ELBO and of its gradient by draws of the approximation.
#pragma once

#include <optional>

#include "approximate/family.h"
#include "base/random.h"

namespace autumn::approximate {

// What estimates need beside the parameters of the approximation.
struct ElboTask {
  LogDensity& density;
  Family family;
  std::size_t draws;  // that are used; rejected ones are replaced, up to a limit
  Random& random;
};

// Nothing if too many draws are rejected.
[[nodiscard]] std::optional<double> estimate_elbo(const ElboTask& task, const VectorXd& parameters);
[[nodiscard]] std::optional<VectorXd> estimate_gradient(const ElboTask& task,
                                                        const VectorXd& parameters);

}  // namespace autumn::approximate
