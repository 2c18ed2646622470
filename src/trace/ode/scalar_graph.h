// A scalar graph has one node per number, so that moves cost nothing and zeros are seen.
#pragma once

#include <optional>

#include "expr/graph.h"

namespace autumn::trace {

// The same graph number by number: inputs and outputs are single numbers, those of all slots one
// after the other. Operations that have no form in single numbers (solves, kernels) keep theirs,
// between a concat and gathers. Nothing if the graph is too large for that.
[[nodiscard]] std::optional<expr::Graph> scalar_graph(const expr::Graph& graph);

}  // namespace autumn::trace
