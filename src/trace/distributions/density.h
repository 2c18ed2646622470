// This header declares densities and cdfs of one distribution, with the name of the function for
// messages.
#pragma once

#include "trace/distributions/call.h"

namespace autumn::trace {

// The function as the user called it, and the distribution behind it.
struct DensityCall {
  std::string_view function;
  const dist::Distribution& distribution;
};

[[nodiscard]] Value log_density(Machine& machine, const DensityCall& call, const Value& y,
                                std::span<const Value> arguments);

enum class Tail : std::uint8_t { kLower, kUpper };
// The sum of log P(Y <= y) or log P(Y > y) over all elements.
[[nodiscard]] Value log_tail(Machine& machine, const DensityCall& call, Tail tail, const Value& y,
                             std::span<const Value> arguments);

// multi_gp(Sigma, w) and multi_gp_cholesky(L, w): row i of y is Gaussian with covariance Sigma /
// w[i].
[[nodiscard]] bool is_multi_gp(std::string_view distribution);
[[nodiscard]] Value multi_gp_density(Machine& machine, std::string_view distribution,
                                     const Value& y, std::span<const Value> arguments);

}  // namespace autumn::trace
