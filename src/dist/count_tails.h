// This header declares the tail probabilities of counting distributions, right for any real y.
#pragma once

#include "expr/term.h"

namespace autumn::dist {

// A probability and its complement, each of them with all its digits.
struct Chance {
  expr::Term success;
  expr::Term failure;
};

// log P(Y <= y) and log P(Y > y).
[[nodiscard]] expr::Term log_cdf_bernoulli(expr::Term y, expr::Term log_failure);
[[nodiscard]] expr::Term log_ccdf_bernoulli(expr::Term y, expr::Term log_success);
[[nodiscard]] expr::Term log_cdf_binomial(expr::Term y, expr::Term n, const Chance& chance);
[[nodiscard]] expr::Term log_ccdf_binomial(expr::Term y, expr::Term n, const Chance& chance);
[[nodiscard]] expr::Term log_cdf_poisson(expr::Term y, expr::Term lambda);
[[nodiscard]] expr::Term log_ccdf_poisson(expr::Term y, expr::Term lambda);
// Y failures before success number `shape`, which need not be whole.
[[nodiscard]] expr::Term log_cdf_neg_binomial(expr::Term y, expr::Term shape, const Chance& chance);
[[nodiscard]] expr::Term log_ccdf_neg_binomial(expr::Term y, expr::Term shape,
                                               const Chance& chance);

}  // namespace autumn::dist
