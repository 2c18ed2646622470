// The pass `merge_rows` merges equal rows of sums over data, and sorts rows by group.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// A sum over rows that are computed from data alike (row_sites.h) runs over distinct rows, with
// counts as weights, if that saves a quarter of the work. So does each part of a sum, if the parts
// have distinct rows of their own that are fewer still: sum log_rising(a, y_i) needs the distinct
// values of y only. Rows are sorted by the group that most elements are gathered from, so that
// gathers and their derivatives run over segments.
//
// Values are kept up to rounding.
[[nodiscard]] Rewritten merge_rows(const Graph& graph);

}  // namespace autumn::passes
