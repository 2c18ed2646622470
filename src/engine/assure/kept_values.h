// The kept values are the variables that are sampled, from the unconstrained vector that the
// sampler sees.
#pragma once

#include <span>
#include <vector>

#include "engine/prepare.h"
#include "expr/interpret.h"

namespace autumn::engine {

// One array per variable of `prepared.sampled`, in order.
[[nodiscard]] std::vector<expr::Array> kept_values(const Prepared& prepared,
                                                   std::span<const double> point);

}  // namespace autumn::engine
