// This header declares the distributions for parameters and data, in Stan's parametrisations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "autumn/expr.hpp"

namespace autumn {

// A distribution with its arguments. Made by the functions below.
struct Distribution {
  std::string name;
  std::vector<Expr> arguments;
  // Folded at its centre 0 onto the positive numbers, and normalised there.
  bool is_half = false;
  // Rows of the matrices it is a distribution of, where the arguments do not tell.
  std::optional<std::size_t> dimension = std::nullopt;
};

// X(name, argument, argument, ...), with names and order of arguments as in Stan.
// clang-format off: a table, which clang-format shifts on every run
#define AUTUMN_DISTRIBUTION_FUNCTIONS(X1, X2, X3)                                              \
  X2(normal, mu, sigma) X2(cauchy, mu, sigma) X3(student_t, nu, mu, sigma)                     \
  X2(double_exponential, mu, sigma) X2(logistic, mu, sigma) X2(gumbel, mu, beta)               \
  X2(lognormal, mu, sigma) X1(exponential, rate) X2(gamma, shape, rate)                        \
  X2(inv_gamma, shape, scale) X1(chi_square, nu) X1(inv_chi_square, nu)                        \
  X2(scaled_inv_chi_square, nu, sigma) X2(weibull, shape, scale) X2(frechet, shape, scale)     \
  X2(pareto, minimum, shape) X1(rayleigh, sigma) X2(beta, a, b)                                \
  X2(beta_proportion, mu, kappa) X2(uniform, low, high) X2(von_mises, mu, kappa)               \
  X3(skew_normal, xi, omega, alpha) X3(exp_mod_normal, mu, sigma, lambda)                      \
  X3(compound_gamma, alpha, beta, scale) X1(bernoulli, theta) X1(bernoulli_logit, alpha)       \
  X2(binomial, trials, theta) X2(binomial_logit, trials, alpha)                                \
  X3(beta_binomial, trials, a, b) X1(poisson, lambda) X1(poisson_log, alpha)                   \
  X2(neg_binomial, alpha, beta) X2(neg_binomial_2, mu, phi) X2(neg_binomial_2_log, eta, phi)   \
  X3(hypergeometric, trials, a, b) X1(categorical, theta) X1(categorical_logit, beta)          \
  X2(ordered_logistic, eta, cutpoints) X2(discrete_range, low, high) X1(multinomial, theta)    \
  X1(dirichlet, alpha) X2(multi_normal, mu, covariance)                                        \
  X2(multi_normal_cholesky, mu, factor) X2(multi_normal_prec, mu, precision)                   \
  X3(multi_student_t, nu, mu, scale) X2(wishart, nu, scale) X2(inv_wishart, nu, scale)
// clang-format on

#define AUTUMN_X1(name, a) [[nodiscard]] Distribution name(const Expr& a);
#define AUTUMN_X2(name, a, b) [[nodiscard]] Distribution name(const Expr& a, const Expr& b);
#define AUTUMN_X3(name, a, b, c) \
  [[nodiscard]] Distribution name(const Expr& a, const Expr& b, const Expr& c);
AUTUMN_DISTRIBUTION_FUNCTIONS(AUTUMN_X1, AUTUMN_X2, AUTUMN_X3)
#undef AUTUMN_X1
#undef AUTUMN_X2
#undef AUTUMN_X3
[[nodiscard]] Distribution std_normal();
// Of correlation matrices with this many rows, and of their Cholesky factors.
[[nodiscard]] Distribution lkj_corr(std::size_t dimension, const Expr& eta);
[[nodiscard]] Distribution lkj_corr_cholesky(std::size_t dimension, const Expr& eta);

// Normalised on the positive numbers.
[[nodiscard]] Distribution half_normal(const Expr& sigma);
[[nodiscard]] Distribution half_cauchy(const Expr& sigma);
[[nodiscard]] Distribution half_student_t(const Expr& nu, const Expr& sigma);

}  // namespace autumn
