// A view is a node that shows another node's numbers and needs no instruction.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "expr/graph.h"

namespace autumn::evaluate {

// The numbers of a node are those of `root` (a node that is no view) from `offset` on.
struct View {
  expr::NodeId root;
  std::size_t offset = 0;
};

// Reshapes, parts of kernels and gathers of consecutive elements.
[[nodiscard]] bool is_view(const expr::Graph& graph, expr::NodeId id);

// By node id; only the given nodes, which stand after their operands, are resolved.
[[nodiscard]] std::vector<View> resolve_views(const expr::Graph& graph,
                                              std::span<const expr::NodeId> nodes);

}  // namespace autumn::evaluate
