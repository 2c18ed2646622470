// This header has points inside the supports of the discrete and the multivariate distributions.
#pragma once

#include <vector>

#include "dist/cases.h"

namespace autumn::dist {

// Scalar discrete variates. Every argument is inside its domain, away from its ends.
[[nodiscard]] inline std::vector<Case> discrete_cases() {
  std::vector<Case> cases;
  add_cases(cases, "bernoulli", {0.3}, {0, 1});
  add_cases(cases, "bernoulli_logit", {-1.2}, {0, 1});
  add_cases(cases, "bernoulli_logit", {40.0}, {0, 1});
  add_cases(cases, "binomial", {12, 0.35}, {0, 1, 5, 12});
  add_cases(cases, "binomial", {1e9, 1e-6}, {0, 1003});
  add_cases(cases, "binomial_logit", {12, 0.7}, {0, 1, 5, 12});
  add_cases(cases, "binomial_logit", {12, -35.0}, {0, 12});
  add_cases(cases, "beta_binomial", {12, 0.7, 2.5}, {0, 1, 5, 12});
  add_cases(cases, "beta_binomial", {1000, 3e7, 5e8}, {57});
  add_cases(cases, "poisson", {3.7}, {0, 1, 9});
  add_cases(cases, "poisson", {2000}, {1950});
  add_cases(cases, "poisson_log", {1.3}, {0, 1, 9});
  add_cases(cases, "poisson_log", {-30}, {0, 2});
  add_cases(cases, "neg_binomial", {2.5, 0.6}, {0, 1, 9});
  add_cases(cases, "neg_binomial_2", {3.7, 1.4}, {0, 1, 9});
  add_cases(cases, "neg_binomial_2", {3.7, 1e8}, {0, 4});
  add_cases(cases, "neg_binomial_2_log", {1.3, 1.4}, {0, 1, 9});
  add_cases(cases, "neg_binomial_2_log", {1.3, 1e8}, {0, 4});
  add_cases(cases, "hypergeometric", {7, 10, 12}, {0, 3, 7});
  add_cases(cases, "discrete_range", {-3, 8}, {-3, 0, 8});
  for (const double y : {1.0, 2.0, 4.0}) {
    cases.push_back({"categorical", number(y), {vector_of({0.1, 0.4, 0.3, 0.2})}});
    cases.push_back({"categorical_logit", number(y), {vector_of({0.1, -2.0, 3.0, 0.5})}});
    cases.push_back({"ordered_logistic", number(y), {number(0.4), vector_of({-1.0, 0.5, 2.0})}});
  }
  return cases;
}

// Vector and matrix variates.
[[nodiscard]] inline std::vector<Case> multivariate_cases() {
  const expr::Shape square = expr::Shape::matrix(3, 3);
  const expr::Array spd{square, {2.0, 0.6, -0.3, 0.6, 1.5, 0.4, -0.3, 0.4, 1.0}};
  const expr::Array other{square, {1.2, -0.2, 0.1, -0.2, 0.9, 0.3, 0.1, 0.3, 2.2}};
  const expr::Array lower{square, {1.4, 0.4, -0.2, 0.0, 1.1, 0.5, 0.0, 0.0, 0.8}};
  const expr::Array corr{square, {1.0, 0.3, -0.5, 0.3, 1.0, 0.2, -0.5, 0.2, 1.0}};
  const expr::Array corr_factor{square, {1.0, 0.6, 0.0, 0.0, 0.8, 0.28, 0.0, 0.0, 0.96}};
  const expr::Array y = vector_of({0.3, -1.2, 2.0});
  const expr::Array mu = vector_of({0.1, 0.2, -0.4});
  const expr::Array simplex = vector_of({0.2, 0.5, 0.3});
  return {
      {"multinomial", vector_of({2, 0, 5}), {simplex}},
      {"dirichlet", simplex, {vector_of({0.4, 1.0, 3.5})}},
      {"dirichlet", simplex, {vector_of({4e5, 9.6e5, 6e5})}},
      {"multi_normal", y, {mu, spd}},
      {"multi_normal_cholesky", y, {mu, lower}},
      {"multi_normal_prec", y, {mu, spd}},
      {"multi_student_t", y, {number(3.5), mu, spd}},
      {"lkj_corr", corr, {number(1.7)}},
      {"lkj_corr", corr, {number(0.6)}},
      {"lkj_corr_cholesky", corr_factor, {number(1.7)}},
      {"wishart", spd, {number(5.5), other}},
      {"inv_wishart", spd, {number(5.5), other}},
  };
}

}  // namespace autumn::dist
