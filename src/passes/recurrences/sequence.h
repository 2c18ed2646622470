// What the steps of a recurrence read, as one array over the steps.
#pragma once

#include <span>
#include <vector>

#include "passes/rewrite.h"

namespace autumn::passes {

// The scalars of a graph as one term of the builder, in which `map` says what has been made of
// them: a scalar if all are the same, else a vector. Where they are elements of one array, or the
// same operation on such, nothing is computed number by number.
[[nodiscard]] expr::Term as_array(const Graph& graph, std::span<const NodeId> scalars,
                                  std::span<const NodeId> map, Builder& to);

}  // namespace autumn::passes
