// Finiteness: which nodes are numbers, neither NaN nor infinite, whatever the values of the
// variables.
#pragma once

#include <vector>

#include "model/model.h"
#include "model/range.h"

namespace autumn::model {

// One mark per node. Sound, not complete; exact arithmetic is meant: exp(x) is finite though it may
// overflow. `known` are the ranges of the same model.
[[nodiscard]] std::vector<bool> finite_nodes(const Model& model, const std::vector<Range>& known);

}  // namespace autumn::model
