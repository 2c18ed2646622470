// An implied prior is one that nobody writes: a flat density between known bounds is the uniform
// distribution.
#pragma once

#include <vector>

#include "base/error.h"
#include "model/model.h"

namespace autumn::simulate {

// The model with a uniform distribution for elements between two constant bounds that have none
// yet, and a Dirichlet distribution of ones for simplexes. Parameters are the variables from
// `observed` on; an error if one is flat without an end.
[[nodiscard]] Result<model::Model> with_implied_priors(
    model::Model model, const std::vector<std::vector<char>>& is_drawn, std::size_t observed);

}  // namespace autumn::simulate
