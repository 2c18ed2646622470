// The conditions of densities that are no factors of the model: what Stan refuses in their
// arguments is refused wherever they stand.
#pragma once

#include "base/error.h"
#include "model/model.h"

namespace autumn::trace {

// The indicator factors of densities that are values inside other expressions (the components of a
// mixture): their arguments must be valid too, as those of a factor. Returns the model with what
// cannot be proved added; an error if a constant is wrong.
[[nodiscard]] Result<model::Model> with_inner_validity(const model::Model& model);

// The same for densities whose values nothing uses.
[[nodiscard]] Result<model::Model> with_unused_validity(const model::Model& model);

}  // namespace autumn::trace
