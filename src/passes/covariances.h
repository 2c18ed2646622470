// The pass `covariances` makes Gaussian log densities by a covariance that changes one operation.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// -|L^-1 r|^2 / 2 - (log det L + c), with L the Cholesky factor of K, is what densities of
// multi_normal and of multi_normal_cholesky with a factor of something are lowered to. Derivatives
// by L, and from there by K, take several products and solves with matrices; by K directly they
// take its inverse. Small matrices are left alone.
[[nodiscard]] Rewritten covariances(const Graph& graph);

}  // namespace autumn::passes
