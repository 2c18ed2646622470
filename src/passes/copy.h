// This header declares the copying of expressions from one graph into another under construction.
#pragma once

#include <span>
#include <vector>

#include "expr/builder.h"

namespace autumn::passes {

// Copies what the roots need from `from` into `to`, with node `input_nodes[s]` of `to` in place of
// input slot s (the last slots may be left out if no root needs
// them). Returns the copies of the roots. `from` must not be the graph of `to` itself.
[[nodiscard]] std::vector<expr::NodeId> copy_into(expr::Builder& to, const expr::Graph& from,
                                                  std::span<const expr::NodeId> roots,
                                                  std::span<const expr::NodeId> input_nodes);

}  // namespace autumn::passes
