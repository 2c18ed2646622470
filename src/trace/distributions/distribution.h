// This header declares the densities of Stan's distributions on values, as statements and
// functions use them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "trace/machine.h"

namespace autumn::trace {

// The log density of `y ~ distribution(arguments)`, all elements together. Containers must have the
// same size; scalars are repeated. The distribution is one of the engine (a deferred node, or a
// number if everything is known), a fused regression (rewritten to the plain one, so that it is the
// same factor), or an extra one (a plain expression).
[[nodiscard]] Value log_density_call(Machine& machine, std::string_view distribution,
                                     const Value& y, std::span<const Value> arguments);

// `y ~ distribution(arguments) T[low, high]`.
struct TruncatedCall {
  std::string_view distribution;
  const Value& y;
  std::span<const Value> arguments;
  const std::optional<Value>& low;
  const std::optional<Value>& high;
};
// What the truncation adds to the log density: minus log P(low <= Y <= high) for each element of y,
// and -inf where y lies outside (for a y or bounds that are not known yet: a sum with such a term).
[[nodiscard]] Value truncation_call(Machine& machine, const TruncatedCall& call);

// The same for a distribution of the user, by its functions NAME_lcdf and NAME_lccdf. Bounds of
// counts belong to the interval.
class Interpreter;
[[nodiscard]] Value user_truncation_call(Interpreter& interpreter, const TruncatedCall& call,
                                         bool is_discrete);

}  // namespace autumn::trace
