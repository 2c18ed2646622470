// Lowering takes tuples and complex numbers out of a checked program: every variable becomes its
// leaves (leaves.h), and what is left of them are values of expressions.
#pragma once

#include "stan/syntax/ast.h"

namespace autumn::stan {

// A declaration of a tuple becomes declarations of its leaves, an assignment to one an `Unpack`
// leaf by leaf, a variable in an expression a `TupleLiteral` of its leaves, and a part of it those
// leaves alone. The parameters of functions keep their types; inside of the body they are leaves.
void lower(Program& program);

}  // namespace autumn::stan
