// Truncated leaves: a bounded parameter with a normal distribution that nothing else depends on.
#pragma once

#include "model/model.h"

namespace autumn::collapse {

// The same density, in which the normal rows of such parameters are written as a truncated normal,
// which integrates to one over the declared bounds, and the probability between these. So it can
// fall like any leaf. Done where the probability is in the way of nobody: of constants, or of what
// is in the density in such a way already, as in the normaliser of a truncation.
[[nodiscard]] model::Model with_truncated_leaves(const model::Model& model);

}  // namespace autumn::collapse
