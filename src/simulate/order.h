// The order of draws says what can be drawn when what is known.
#pragma once

#include <span>
#include <vector>

#include "base/error.h"
#include "model/model.h"
#include "simulate/reading.h"

namespace autumn::simulate {

// Which elements of each variable are known.
using Known = std::vector<std::vector<char>>;

// Which elements of the nodes are known then; those of nodes that the roots do not need are left
// out.
[[nodiscard]] Known known_elements(const expr::Graph& graph, std::span<const expr::NodeId> roots,
                                   const Known& inputs);

// The draws in waves. Those of the first have `is_fixed`. An error if they wait for each other.
[[nodiscard]] Result<std::vector<std::vector<DrawnRow>>> in_order(const model::Model& model,
                                                                  std::vector<DrawnRow> draws,
                                                                  Known known);

}  // namespace autumn::simulate
