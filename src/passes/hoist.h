// The pass `hoist` does arithmetic with scalars before elements are repeated.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// s + x[g] = (s + x)[g] where the index g is longer than x, and so for sub, mul, div and negate.
// `simplify` leaves these alone, so that sums and products see them; this pass comes after
// everything that looks for them.
[[nodiscard]] Rewritten hoist(const Graph& graph);

}  // namespace autumn::passes
