// The pass `collect` adds equal terms of a sum by multiplying.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// x + x = 2 x, and c x + c x = (2 c) x for a number c: what the derivative of a square leaves.
// Exact, powers of two being so. `simplify` then joins the number with what it meets.
[[nodiscard]] Rewritten collect(const Graph& graph);

}  // namespace autumn::passes
