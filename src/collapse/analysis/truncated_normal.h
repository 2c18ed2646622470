// The normal distribution between declared bounds, which a model may have and Stan has no name for.
#pragma once

#include "dist/distribution.h"
#include "model/support.h"

namespace autumn::collapse {

// Of a variable with a lower bound, an upper bound, or both: arguments are mu and sigma, and then
// the bounds there are. Null for other supports.
[[nodiscard]] const dist::Distribution* truncated_normal(model::SupportKind kind);

// log of the probability that a normal value lies between the bounds, elementwise; arguments as
// above.
[[nodiscard]] expr::Term log_probability_inside(model::SupportKind kind, dist::Arguments arguments);

// One exact draw of a standard normal variable given that it lies between a and b, which may be
// infinite; NaN if there is nothing between them.
[[nodiscard]] double draw_standard_normal_between(Random& random, double a, double b);

}  // namespace autumn::collapse
