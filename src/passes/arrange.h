// The pass `arrange` puts together a gradient from its parts with few moves.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// `simplify` writes a sum of scattered arrays as one scatter of their concatenation. Here parts
// that are longer than what they are added to are summed first, parts that go to the same places
// are added, and if what is left goes to places side by side it is concatenated in their order.
// Signs and scalar factors are applied to sums by groups, not before, and a sum over all elements
// of what is also summed by groups is the sum of those.
[[nodiscard]] Rewritten arrange(const Graph& graph);

}  // namespace autumn::passes
