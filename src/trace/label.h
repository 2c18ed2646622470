// Labels: the name of what a statement gives a distribution to, as the program's text has it.
#pragma once

#include <string>

#include "stan/syntax/ast.h"

namespace autumn::trace {

// `y` of `y[n] ~ normal(mu, sigma)` and of `target += normal_lpdf(y | mu, sigma)`; empty for other
// statements, and for expressions too long to be a name. Messages and pictures use it.
[[nodiscard]] std::string label_of(const stan::Statement& statement);

}  // namespace autumn::trace
