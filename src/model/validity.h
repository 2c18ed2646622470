// Validity: constants are checked against the domains of distributions, everything else gets
// indicator factors.
#pragma once

#include "model/model.h"

namespace autumn::model {

// Shapes of value and arguments go together, and every constant argument and constant value lies
// where the distribution wants it. The message names the label, the argument and the element.
[[nodiscard]] Status check_factor(const Graph& graph, const Factor& factor);

// Constant bounds, offsets and multipliers of a variable are such that it can have a value: no NaN,
// lower below upper (each may be infinite on its side), multipliers positive.
[[nodiscard]] Status check_support(const Graph& graph, const Variable& variable);

// The factors nobody writes (design, section 4): "this argument is in its domain", "this value is
// in the support", for everything that can not be proved from declared supports. Each is 0 where it
// holds and -infinity where it does not.
[[nodiscard]] Model with_validity_factors(const Model& model);

}  // namespace autumn::model
