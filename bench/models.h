// The models of the gradient benchmark, with the data of their shapes and the code written by hand
// for them.
#pragma once

#include <autumn/autumn.hpp>
#include <string>
#include <vector>

#include "limits/limits.h"

namespace autumn::bench {

struct Case {
  std::string name;
  Model model;
  limits::Gradient limit;     // empty if there is none
  std::size_t dimension = 0;  // that the limit is a function of
  double target = 0.0;        // at most so many times the limit; 0 for none
};

[[nodiscard]] std::vector<Case> cases();

// What the cases are made of; data are simulated with fixed seeds, so every run measures the same.
[[nodiscard]] Case eight_schools();
// Repeated binary trials of n units.
[[nodiscard]] Case beta_binomial(std::size_t n);
// Random intercepts and slopes.
[[nodiscard]] Case mixed_model(std::size_t groups, std::size_t rows);
// y ~ bernoulli_logit(X beta), standard normal coefficients.
[[nodiscard]] Case logistic_regression(std::size_t rows, std::size_t cols);
// y ~ poisson(exp(intercept + effect[group] + slope x)), effects normal with a common scale.
[[nodiscard]] Case grouped_poisson(std::size_t rows, std::size_t groups);

}  // namespace autumn::bench
