// Finiteness: which nodes are numbers, neither NaN nor infinite, whatever the values of the
// variables.
#pragma once

#include <vector>

#include "model/model.h"
#include "model/range.h"

namespace autumn::model {

// One mark per node. Sound, not complete. Sums and products are taken to be finite, though of numbers
// beyond 1e150 they are not; exponentials, which do overflow, are not. `known` are the ranges of the
// same model.
[[nodiscard]] std::vector<bool> finite_nodes(const Model& model, const std::vector<Range>& known);

}  // namespace autumn::model
