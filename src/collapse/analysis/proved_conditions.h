// Proved conditions always hold by the ranges of what they compare, such as a declared bound of
// zero for an exponential; they need not keep anything.
#pragma once

#include "model/model.h"

namespace autumn::collapse {

// The same model, in which every condition that holds in exact arithmetic, whatever the values of
// the variables, is a precaution: rounding is then all that could break it. What may be NaN is not
// proved, since a condition on NaN does not hold.
[[nodiscard]] model::Model with_proved_as_precautions(const model::Model& model);

}  // namespace autumn::collapse
