// Which slopes of innovations are zero at no point, or at points without mass only.
#pragma once

#include "collapse/states/innovations.h"

namespace autumn::collapse {

// Leaves the others out: where a slope is zero, there is no way back from the state.
void keep_never_zero(const model::Model& model, Innovations& innovations);

}  // namespace autumn::collapse
