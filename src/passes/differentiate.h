// The pass `differentiate` is reverse mode: it turns a graph into a graph with its gradient.
#pragma once

#include "passes/rewrite.h"

namespace autumn::passes {

// The first output must be a scalar. The outputs of the result are that value, its gradient with
// respect to each input slot (in slot order, in the shape of the input; zeros where the value does
// not depend on it), then the other outputs. Nodes keep their ids, and the gradient uses them.
//
// Conventions:
// - Where a derivative jumps (floor, round, comparisons) it is 0. At ties min and max give it to
//   their first operand; max_element and min_element give it to every element that ties.
// - cholesky reads only the lower triangle, so its gradient is lower triangular: the slope in each
//   entry that is read, off-diagonal ones standing for both halves. tri_solve likewise.
// - select passes the adjoint to the branch taken and exactly 0 to the other. What is used in that
//   branch alone receives exactly 0 too, also where its slope is infinite or NaN.
// - log_sum_exp of nothing but -inf has no slope: NaN.
//
// What exists only as a derivative (log_gamma_p_da, log_gamma_q_da, log_inc_beta_da and _db, the
// order of a polygamma, the partials of a kernel) cannot depend on an input.
[[nodiscard]] Rewritten differentiate(const Graph& graph);

}  // namespace autumn::passes
