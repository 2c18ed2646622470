// A flat direction of the density that is sampled is a combination of parameters along which its
// gradient is zero everywhere, whatever the statements that it comes from.
#pragma once

#include <vector>

#include "collapse/analysis/undetermined.h"
#include "engine/prepare.h"

namespace autumn::engine {

// Never certain: the density was looked at where chains begin, and along lines from there. What
// undetermined_directions sees in the arguments of statements it finds at once, and for any size.
// This looks at values: a partial likelihood of ranks, `target += -quad_form(Q, b)` with a null
// space. For models of few dimensions, because it needs a gradient for each. Coordinates are those
// of parameters on the whole line, which a bound of another may follow.
[[nodiscard]] std::vector<collapse::Direction> flat_directions(const Prepared& prepared);

}  // namespace autumn::engine
