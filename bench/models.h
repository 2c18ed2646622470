// The models of the gradient benchmark, with simulated data of the shapes in the table of limits.
#pragma once

#include <autumn/autumn.hpp>

namespace autumn::bench {

[[nodiscard]] Model eight_schools_centred();
[[nodiscard]] Model eight_schools_non_centred();
// y ~ bernoulli_logit(X beta), standard normal coefficients.
[[nodiscard]] Model logistic_regression(std::size_t rows, std::size_t cols);
// y ~ poisson(exp(intercept + effect[group] + slope x)), effects normal with a common scale.
[[nodiscard]] Model grouped_poisson(std::size_t rows, std::size_t groups);

}  // namespace autumn::bench
