// Squares: terms of `target` that are no distribution and yet minus half a sum of squares, as the
// priors of intrinsic autoregressions are written.
#pragma once

#include "model/model.h"

namespace autumn::collapse {

// The model with `squares` for every opaque factor that is read as such (model.h): products and
// quotients of squares, `dot_self`, sums of these, and quadratic forms with a known matrix, times
// what is known to be positive whatever the parameters. A factor that only looks like it has its
// obstacle in words. Nothing else of the model changes.
[[nodiscard]] model::Model with_squares(const model::Model& model);

}  // namespace autumn::collapse
