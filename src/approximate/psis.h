// Pareto smoothed importance sampling: weights whose largest ones are replaced by quantiles of a
// generalised Pareto distribution (Vehtari, Simpson, Gelman, Yao and Gabry, 2024).
#pragma once

#include <span>
#include <vector>

namespace autumn::approximate {

struct ParetoWeights {
  std::vector<double> log_weights;  // of sum one
  // The shape of the tail: above 0.7 weights are not to be trusted. NaN if the tail is too short or
  // too even to tell, and weights are as they were.
  double shape = 0.0;
};

// Of log ratios of densities; those that are not finite count as -infinity.
[[nodiscard]] ParetoWeights pareto_weights(std::span<const double> log_ratios);

// A generalised Pareto distribution that fits positive, ascending numbers (Zhang and Stephens,
// 2009, with a weak prior of the shape around 0.5).
struct ParetoFit {
  double scale = 0.0;
  double shape = 0.0;
};
[[nodiscard]] ParetoFit fit_pareto(std::span<const double> ascending);

}  // namespace autumn::approximate
