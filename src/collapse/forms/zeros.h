// Zeros are expressions that are zero whatever the values of the variables, because data in them
// are.
#pragma once

#include <vector>

#include "model/model.h"

namespace autumn::collapse {

// One mark per node of the model: products in which a factor is zero everywhere and the others are
// numbers, and what only moves or adds such. What may be NaN or infinite is not marked, since zero
// times that is not zero.
[[nodiscard]] std::vector<bool> zero_nodes(const model::Model& model);

}  // namespace autumn::collapse
