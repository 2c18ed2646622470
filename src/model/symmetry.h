// Symmetry says which matrices are symmetric by the way they are made.
#pragma once

#include <vector>

#include "model/model.h"

namespace autumn::model {

// One mark per node: whether it is a symmetric square matrix (or a scalar, which goes with any)
// whatever the values of the variables. Sound, not complete.
[[nodiscard]] std::vector<bool> symmetric_nodes(const Model& model);

}  // namespace autumn::model
