// This header is the list of all distributions: adding one is one file and one line here.
#pragma once

#include <span>
#include <string_view>

#include "dist/distribution.h"

namespace autumn::dist {

// clang-format off: a table, which clang-format shifts on every run
#define AUTUMN_DISTRIBUTIONS(X)                                                                \
  X(normal) X(std_normal) X(cauchy) X(student_t) X(double_exponential) X(logistic) X(gumbel)   \
  X(lognormal) X(exponential) X(gamma) X(inv_gamma) X(chi_square) X(inv_chi_square)            \
  X(scaled_inv_chi_square) X(weibull) X(frechet) X(pareto) X(rayleigh) X(beta)                 \
  X(beta_proportion) X(uniform) X(von_mises) X(skew_normal) X(exp_mod_normal)                  \
  X(compound_gamma) X(bernoulli) X(bernoulli_logit) X(binomial) X(binomial_logit)              \
  X(beta_binomial) X(poisson) X(poisson_log) X(neg_binomial) X(neg_binomial_2)                 \
  X(neg_binomial_2_log) X(hypergeometric) X(categorical) X(categorical_logit)                  \
  X(ordered_logistic) X(discrete_range) X(multinomial) X(dirichlet) X(multi_normal)            \
  X(multi_normal_cholesky) X(multi_normal_prec) X(multi_student_t) X(lkj_corr)                 \
  X(lkj_corr_cholesky) X(wishart) X(inv_wishart)
// clang-format on

// One function per distribution, in the file of its name.
#define AUTUMN_X(name) [[nodiscard]] const Distribution& name();
AUTUMN_DISTRIBUTIONS(AUTUMN_X)
#undef AUTUMN_X

[[nodiscard]] std::span<const Distribution* const> all_distributions();
// Null if there is none of this name.
[[nodiscard]] const Distribution* find(std::string_view name);

}  // namespace autumn::dist
