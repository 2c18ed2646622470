// The pass `statistics` turns linear terms of sums over data into sufficient statistics.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// sum_i y_i (X b)_i = (X'y) . b, and sum_i y_i a[g_i] = (sums of y by group) . a: what is linear in
// parameters is added up over the data once and for all. Log rising factorials of one number become
// logarithms with counts (rising_sums.h). The rest of the sum stays.
//
// Where parameters are finite, values are kept up to rounding (data are added with compensation);
// where not, a sum that was not finite stays so.
[[nodiscard]] Rewritten statistics(const Graph& graph);

}  // namespace autumn::passes
