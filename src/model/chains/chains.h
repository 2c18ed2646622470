// Forward algorithms that programs write as loops become one operation each.
#pragma once

#include "model/model.h"

namespace autumn::model {

// The same model with an operation in the place of every chain that is found (find.h). Chains of
// equal length whose moves are the same go together. Where only the last states are needed for the
// density, it computes no others; outputs have an operation of their own, for all states.
[[nodiscard]] Model with_chains(const Model& model);

}  // namespace autumn::model
