// Conditions of leaves: what the density of a leaf rejects, it must reject when it has been
// dropped.
#pragma once

#include <optional>

#include "model/model.h"

namespace autumn::collapse {

// The model with one more factor, 0 or -infinity, for every condition on the arguments of a leaf
// that its density keeps only by being NaN or zero: numbers that may be NaN or infinite, matrices
// that may not be positive definite, arguments that do not go together. Without them the density
// of the leaf integrates to one where it should be refused. On other points nothing changes.
// Nothing if the model has no leaf, whatever is kept of it.
[[nodiscard]] std::optional<model::Model> with_leaf_conditions(const model::Model& model);

}  // namespace autumn::collapse
