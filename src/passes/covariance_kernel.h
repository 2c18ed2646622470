// This header declares the log density of a Gaussian vector by its covariance as one operation.
#pragma once

#include <memory>
#include <vector>

#include "expr/kernel.h"

namespace autumn::passes {

// Operands: a covariance K, of which the lower triangle is read, and a residual r. The value is
// -r' K^-1 r / 2 - log det(K) / 2, without the constant; NaN if K has no Cholesky factor.
[[nodiscard]] std::shared_ptr<const expr::Kernel> covariance_kernel();

// The same with K + Z S^2 Z' in the place of K, for known columns Z (as long as r, one after the
// other) and scales S > 0, the third operand. However large the scales, no digit of K is lost. Of
// columns that are flat, what is left in the limit of infinite S is meant, without log S: the
// integral over a flat effect, without a factor of sqrt(2 pi). Their S are not read as scales.
struct EffectColumns {
  std::vector<double> loadings;  // Z
  std::vector<bool> is_flat;     // per column
};
[[nodiscard]] std::shared_ptr<const expr::Kernel> covariance_kernel(EffectColumns effects);

}  // namespace autumn::passes
