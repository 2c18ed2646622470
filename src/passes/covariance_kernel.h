// This header declares the log density of a Gaussian vector by its covariance as one operation.
#pragma once

#include <memory>

#include "expr/kernel.h"

namespace autumn::passes {

// Operands: a covariance K, of which the lower triangle is read, and a residual r. The value is
// -r' K^-1 r / 2 - log det(K) / 2, without the constant; NaN if K has no Cholesky factor.
[[nodiscard]] std::shared_ptr<const expr::Kernel> covariance_kernel();

}  // namespace autumn::passes
