// The normaliser that wishart and inv_wishart share.
#pragma once

#include "expr/term.h"

namespace autumn::dist {

// log(2^(nu n / 2) gamma_n(nu / 2)) with the multivariate gamma function of order n, nu > n - 1.
[[nodiscard]] expr::Term log_wishart_normaliser(expr::Term nu, std::size_t n);

}  // namespace autumn::dist
