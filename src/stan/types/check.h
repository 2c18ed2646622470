// The checker looks at names, types and the rules about blocks, for a parsed program.
#pragma once

#include <vector>

#include "base/error.h"
#include "stan/syntax/ast.h"

namespace autumn::stan {

// Fills in Expr::type, Assignment::target_type and the `user_function` of Call and Tilde (always
// the definition, never a forward declaration). At most 20 errors, in the order they are found; the
// tree is ready for use only if there are none.
[[nodiscard]] std::vector<Error> check(Program& program);

// In a checked program: the number of the user's function that stands first in a call of ode_rk45,
// reduce_sum and the like, chosen among its overloads; -1 for other calls.
[[nodiscard]] int passed_function(const Program& program, const Call& call);

}  // namespace autumn::stan
