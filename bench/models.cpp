// Models and simulated data; the seeds are fixed, so every run measures the same.
#include "models.h"

#include <cmath>
#include <random>

namespace autumn::bench {
namespace {

const std::vector<double> kEffects{28, 8, -3, 7, -1, 1, 18, 12};
const std::vector<double> kErrors{15, 10, 16, 11, 9, 11, 10, 18};

}  // namespace

Model eight_schools_centred() {
  Model m;
  auto mu = m.parameter("mu", normal(0, 5));
  auto tau = m.parameter("tau", half_cauchy(5));
  auto theta = m.parameter("theta", normal(mu, tau), plate(8));
  m.observe("y", normal(theta, kErrors), kEffects);
  return m;
}

Model eight_schools_non_centred() {
  Model m;
  auto mu = m.parameter("mu", normal(0, 5));
  auto tau = m.parameter("tau", half_cauchy(5));
  auto z = m.parameter("z", std_normal(), plate(8));
  m.observe("y", normal(mu + tau * z, kErrors), kEffects);
  return m;
}

Model logistic_regression(std::size_t rows, std::size_t cols) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> standard;
  std::vector<double> x(rows * cols);
  for (double& value : x) value = standard(random);
  std::vector<double> y(rows);
  for (double& value : y) value = standard(random) > 0.0 ? 1.0 : 0.0;
  Model m;
  auto beta = m.parameter("beta", std_normal(), plate(cols));
  m.observe("y", bernoulli_logit(Matrix(rows, cols, x) * beta), y);
  return m;
}

Model grouped_poisson(std::size_t rows, std::size_t groups) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> standard;
  std::vector<double> x(rows);
  std::vector<int> group(rows);
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = standard(random);
    group[i] = static_cast<int>(random() % groups);
    y[i] = std::poisson_distribution<int>(std::exp(0.5 + 0.3 * x[i]))(random);
  }
  Model m;
  auto intercept = m.parameter("intercept", normal(0, 2));
  auto slope = m.parameter("slope", std_normal());
  auto scale = m.parameter("scale", half_normal(1));
  auto effect = m.parameter("effect", normal(0, scale), plate(groups));
  m.observe("y", poisson_log(intercept + effect[group] + slope * Expr(x)), y);
  return m;
}

}  // namespace autumn::bench
