// A label is the name of what has a distribution, taken from the program's text.
#pragma once

#include "model/model.h"
#include "stan/syntax/ast.h"

namespace autumn::engine {

// Gives factors without a label the name on the left of their statement: `y` of `y[n] ~ normal(mu,
// sigma)` or of `target += normal_lpdf(y | mu, sigma)`. Messages and pictures use it.
[[nodiscard]] model::Model with_labels(model::Model model, const stan::Program& program);

}  // namespace autumn::engine
