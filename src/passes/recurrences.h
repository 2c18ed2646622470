// The pass `recurrences`: a number that is computed from the one before, step after step, is one
// operation over all steps.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// Finds x[t] = a[t] * x[t - 1] + b[t] in long chains of scalar operations, also where the square of
// a root stands between the steps (a variance that is stored as a standard deviation). What the
// steps read becomes arrays, and so does what others read of the steps.
[[nodiscard]] Rewritten recurrences(const Graph& graph);

}  // namespace autumn::passes
