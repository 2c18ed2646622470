// This header declares the log density of Gaussian vectors by their covariances as one operation.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "expr/kernel.h"

namespace autumn::passes {

// Effects beside the vectors. Of columns that are flat, what is left in the limit of an infinite
// scale is meant, without its logarithm: the integral over a flat effect, without a factor of
// sqrt(2 pi). What stands for their scales is not read.
struct EffectColumns {
  std::vector<double> loadings = {};  // Z: known columns, as long as r, one after the other
  std::vector<bool> is_flat = {};     // per column
};

// Independent vectors, the first items[0] of which have one covariance, those after them another.
struct CovarianceShape {
  std::vector<std::size_t> items = {1};
  EffectColumns effects = {};
};

// Operands: the covariances K, of which the lower triangles are read, and a residual r: all of the
// vectors, one after the other. The value is the sum of -r' K^-1 r / 2 - log det(K) / 2 over them,
// without the constant; NaN if a K has no Cholesky factor.
//
// With effects, whose scales S > 0 are one more operand, the covariance of all vectors together is
// that of the K, plus Z S^2 Z'. However large the scales, no digit of the K is lost.
[[nodiscard]] std::shared_ptr<const expr::Kernel> covariance_kernel(CovarianceShape shape);
// Of one vector without effects.
[[nodiscard]] std::shared_ptr<const expr::Kernel> covariance_kernel();

// The effects given r, less their means: of the same operands and one more, a standard normal
// number for each.
[[nodiscard]] std::shared_ptr<const expr::Kernel> effects_kernel(CovarianceShape shape);

}  // namespace autumn::passes
