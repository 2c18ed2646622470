// Merging of factors turns those of one structure into one factor over arrays.
#pragma once

#include "model/model.h"

namespace autumn::model {

// One sweep of rolling over factors and outputs; the graph may keep nodes nobody needs.
[[nodiscard]] Model merge_factors(const Model& model);

}  // namespace autumn::model
