// This header declares the factor of A A' + C C' as operations of the graph. The sum is not formed
// where that would lose digits: columns of C may be many orders of magnitude beyond A.
#pragma once

#include <span>
#include <vector>

#include "expr/term.h"

namespace autumn::collapse {

// The sum of the logs of the diagonal of the Cholesky factor of a a' + c c': `a` is a lower
// triangle of k rows with a positive diagonal, `c` has k rows.
[[nodiscard]] expr::Term updated_log_det(expr::Term a, expr::Term c);

// That factor itself, which has no derivatives: for draws.
[[nodiscard]] expr::Term updated_factor(expr::Term a, expr::Term c);

// The lower triangle L of k rows with L L' = C C', for numbers C of k rows in storage order.
[[nodiscard]] std::vector<double> triangle_of_columns(std::size_t k, std::span<const double> c);

}  // namespace autumn::collapse
