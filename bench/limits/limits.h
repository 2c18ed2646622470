// The limits are gradients written by hand for one model each, with AVX-512: what an engine can
// come close to.
//
// Each computes the log density up to a constant, and its gradient, at a point on the unconstrained
// scale, variables in the order of the model. The bench compares them with the engine. They know
// their model and trust their arguments (no NaN, no infinities), which the engine must not.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace autumn::bench::limits {

// Whether this machine has the instructions.
[[nodiscard]] bool is_available();

using Gradient = std::function<double(const double* x, double* gradient)>;

// tau ~ half_cauchy(5), of which it is a function; mu ~ normal(0, 5), y ~ normal(mu, sqrt(tau^2 +
// sigma^2)); eight rows.
[[nodiscard]] Gradient eight_schools(std::vector<double> y, std::vector<double> sigma);

// phi ~ uniform(0, 1), kappa ~ pareto(1, 1.5), y ~ beta_binomial(trials, phi kappa, (1 - phi)
// kappa): distinct values with weights.
[[nodiscard]] Gradient beta_binomial(const std::vector<double>& y,
                                     const std::vector<double>& trials);

// y ~ normal(u[g] + v[g] x, sigma), u ~ normal(mu, tau_u), v ~ normal(nu, tau_v), the two means
// normal and the three scales (tau_u, tau_v, sigma), of which it is a function, Cauchy on the
// positive numbers: one pass over groups.
struct MixedData {
  std::vector<double> x, y;
  std::vector<int> group;
  std::size_t groups = 0;
  std::array<double, 2> mean_scales{};
  std::array<double, 3> cauchy_scales{};
};
[[nodiscard]] Gradient mixed_model(const MixedData& data);

// beta ~ normal(0, 1), y ~ bernoulli_logit(X beta): tiles of eight rows. X by columns.
[[nodiscard]] Gradient logistic(const std::vector<double>& x, const std::vector<double>& y,
                                std::size_t columns);

// intercept ~ normal(0, 2), slope ~ normal(0, 1), scale ~ half_normal(1), effect ~ normal(0,
// scale), y ~ poisson_log(intercept + effect[group] + slope x): rows sorted by group, linear terms
// as statistics.
struct PoissonData {
  std::vector<double> x, y;
  std::vector<int> group;
  std::size_t groups = 0;
};
[[nodiscard]] Gradient poisson(const PoissonData& data);

}  // namespace autumn::bench::limits
