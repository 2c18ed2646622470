// The pass `share` drops what outputs do not need, and makes equal nodes one.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// Operands of commutative operations are put in a fixed order first, so that a + b and b + a are
// equal.
[[nodiscard]] Rewritten share(const Graph& graph);

// The order of operands of commutative operations: constants, then scalars, then the rest, each by
// place in the graph.
[[nodiscard]] bool stands_before(const Graph& graph, NodeId a, NodeId b);

}  // namespace autumn::passes
