// A Laplace call is one of laplace_marginal or laplace_latent_rng in any of their forms: what
// stands before the covariance function, the covariance, and the control parameters.
#pragma once

#include <vector>

#include "trace/builtin.h"
#include "trace/laplace/approximation.h"

namespace autumn::trace {

struct LaplaceCall {
  LikelihoodFunction function;
  std::vector<Value> arguments;  // of the likelihood: leaves
  Value covariance;
  Value start;
  std::size_t block = 1;
  LaplaceSettings settings;
};

// Checks sizes and control parameters; throws RuntimeError.
[[nodiscard]] LaplaceCall read_laplace(const BuiltinCall& call);

}  // namespace autumn::trace
