// The pass `simplify` is algebra that makes a graph cheaper and keeps its meaning.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// Rewrites to the normal form of the simplifications in passes/simplify/ and shares what is equal.
//
// Kept: NaN and infinities. x * 0 is not 0, x - x is not 0, exp(log(x)) is not x. Not kept: the
// last few bits of rounding; the sign of a zero; and where a scalar factor moves (out of a sum, or
// past another scalar), which intermediate product overflows or is inf * 0. pow(x, 1/2) is sqrt(x)
// also for x = -inf.
//
// Time and memory are linear in the graph for each sweep, whatever its depth; a sweep that changes
// nothing ends it, so that simplifying twice is simplifying once.
[[nodiscard]] Rewritten simplify(const Graph& graph);

}  // namespace autumn::passes
