// Decisions are conditions on variables by which a model goes: where they change, its log density
// may jump, and its gradient knows nothing of that.
#pragma once

#include "model/model.h"

namespace autumn::model {

// Whether what a factor says hangs on a condition on variables, or on what a program decides at a
// point. Conditions that only say where the density is zero do not count.
[[nodiscard]] bool has_decisions(const Model& model);

}  // namespace autumn::model
