// This header is the list of extra distributions, each a function of its name.
#pragma once

#include "trace/distributions/extra.h"

namespace autumn::trace {

#define AUTUMN_EXTRA_DISTRIBUTIONS(X) \
  X(skew_double_exponential)          \
  X(pareto_type_2)                    \
  X(loglogistic)                      \
  X(beta_neg_binomial)                \
  X(ordered_probit)                   \
  X(dirichlet_multinomial)            \
  X(multinomial_logit)                \
  X(multi_student_t_cholesky)         \
  X(wishart_cholesky)                 \
  X(inv_wishart_cholesky)

#define AUTUMN_X(name) [[nodiscard]] const dist::Distribution& name();
AUTUMN_EXTRA_DISTRIBUTIONS(AUTUMN_X)
#undef AUTUMN_X

// wiener(alpha, tau, beta, delta), the one with a fifth argument, the standard deviation of the
// drift, and the one with widths of the starting point and the non-decision time after it: which of
// the three is meant shows in the call.
[[nodiscard]] const dist::Distribution& wiener();
[[nodiscard]] const dist::Distribution& wiener_varying();
[[nodiscard]] const dist::Distribution& wiener_full();

// Tails of a distribution of the engine that has none of its own.
[[nodiscard]] expr::Term von_mises_log_cdf(expr::Term y, dist::Arguments arguments);
[[nodiscard]] expr::Term von_mises_log_ccdf(expr::Term y, dist::Arguments arguments);

}  // namespace autumn::trace
