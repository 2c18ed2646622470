// This header has what wishart and inv_wishart share: the normaliser, and the degrees of freedom
// they need.
#pragma once

#include "dist/distribution.h"
#include "expr/term.h"

namespace autumn::dist {

// log(2^(nu n / 2) gamma_n(nu / 2)) with the multivariate gamma function of order n, nu > n - 1.
[[nodiscard]] expr::Term log_wishart_normaliser(expr::Term nu, std::size_t n);

// nu > n - 1, of the arguments {nu, S} with S of n rows.
[[nodiscard]] expr::Term has_enough_degrees(Arguments arguments);

// inv_wishart(nu, L L') by the lower triangle L, and wishart(nu, L (F F')^-1 L') by L and F: where
// the product would lose digits. No distributions of programs.
[[nodiscard]] const Distribution& inv_wishart_of_factor();
[[nodiscard]] const Distribution& wishart_of_factors();

}  // namespace autumn::dist
