// Rolling turns N expressions of the same shape into one array expression, so that a loop and its
// vectorised form are the same model.
#pragma once

#include "model/model.h"

namespace autumn::model {

// Merges factors that differ only in constants and in elements of variables (the loops of
// programs leave such factors). Runs right after a model is built, before any algebra. Work and
// memory are linear in the size of the graph. Never fails: what cannot be rolled stays as it is.
[[nodiscard]] Model roll(const Model& model);

}  // namespace autumn::model
