// This header has what strictness asks about functions: their heads, and those that are passed on.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "stan/syntax/ast.h"

namespace autumn::stan {

// Whether a function of this name, of the user or built in, takes arguments of these types.
[[nodiscard]] bool has_function(const Program& program, std::string_view name,
                                std::span<const Type> types);

// Of ode_rk45, reduce_sum and the like: why Stan refuses the function that is passed to it.
[[nodiscard]] std::optional<Error> passed_function_error(const Program& program, const Call& call);

// Of laplace_marginal and the like: a likelihood whose third derivatives Stan does not have.
[[nodiscard]] std::optional<Error> likelihood_error(const Program& program, const Call& call);

void check_headers_strictly(const Program& program, std::vector<Error>& errors);

}  // namespace autumn::stan
