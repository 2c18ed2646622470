// Models, simulated data and limits.
#include "models.h"

#include <cmath>
#include <random>

namespace autumn::bench {
namespace {

const std::vector<double> kEffects{28, 8, -3, 7, -1, 1, 18, 12};
const std::vector<double> kErrors{15, 10, 16, 11, 9, 11, 10, 18};
// Efron and Morris (1975): hits in the first 45 times at bat.
const std::vector<double> kHits{18, 17, 16, 15, 14, 14, 13, 12, 11,
                                11, 10, 10, 10, 10, 10, 9,  8,  7};

struct Trials {
  std::vector<double> successes, trials;
};

// 18 units: the real ones. Up to 100, trials as in groups of animals; beyond, as in a season, most
// of them few and some of them many.
Trials trials_of(std::size_t n) {
  if (n == kHits.size()) return {kHits, std::vector<double>(n, 45.0)};
  std::mt19937_64 random(3);
  Trials result;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = std::uniform_real_distribution<double>()(random);
    const int trials = static_cast<int>(n <= 100 ? 10 + 42 * u : 624 * u * u * u) + 1;
    const double p = std::uniform_real_distribution<double>(0.1, 0.4)(random);
    result.trials.push_back(trials);
    result.successes.push_back(std::binomial_distribution<int>(trials, p)(random));
  }
  return result;
}

}  // namespace

Case eight_schools() {
  Model m;
  auto mu = m.parameter("mu", normal(0, 5));
  auto tau = m.parameter("tau", half_cauchy(5));
  auto theta = m.parameter("theta", normal(mu, tau), plate(8));
  m.observe("y", normal(theta, kErrors), kEffects);
  return {"eight schools", m, limits::eight_schools(kEffects, kErrors), 1, 3.0};
}

Case beta_binomial(std::size_t n) {
  const Trials data = trials_of(n);
  Model m;
  auto phi = m.parameter("phi", uniform(0, 1));
  auto kappa = m.parameter("kappa", pareto(1, 1.5));
  auto theta = m.parameter("theta", beta(phi * kappa, (1 - phi) * kappa), plate(n));
  m.observe("y", binomial(data.trials, theta), data.successes);
  return {"repeated binary trials, n = " + std::to_string(n), m,
          limits::beta_binomial(data.successes, data.trials), 2, 2.0};
}

Case mixed_model(std::size_t groups, std::size_t rows) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> standard;
  limits::MixedData data;
  data.groups = groups;
  std::vector<double> intercepts(groups), slopes(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    intercepts[g] = 1.0 + 0.8 * standard(random);
    slopes[g] = -0.5 + 0.3 * standard(random);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t g = i < groups ? i : random() % groups;
    const double x = standard(random);
    data.group.push_back(static_cast<int>(g));
    data.x.push_back(x);
    data.y.push_back(intercepts[g] + slopes[g] * x + 0.4 * standard(random));
  }
  Model m;
  auto tau_u = m.parameter("tau_u", half_normal(1));
  auto tau_v = m.parameter("tau_v", half_normal(1));
  auto sigma = m.parameter("sigma", half_normal(1));
  auto mu = m.parameter("mu", normal(0, 10));
  auto nu = m.parameter("nu", normal(0, 10));
  auto u = m.parameter("u", normal(mu, tau_u), plate(groups));
  auto v = m.parameter("v", normal(nu, tau_v), plate(groups));
  m.observe("y", normal(u[data.group] + v[data.group] * Expr(data.x), sigma), data.y);
  return {"mixed model, " + std::to_string(groups) + " groups", m, limits::mixed_model(data), 3,
          4.0};
}

Case logistic_regression(std::size_t rows, std::size_t cols) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> standard;
  std::vector<double> x(rows * cols);
  for (double& value : x) value = standard(random);
  std::vector<double> y(rows);
  for (double& value : y) value = standard(random) > 0.0 ? 1.0 : 0.0;
  Model m;
  auto coefficients = m.parameter("beta", std_normal(), plate(cols));
  m.observe("y", bernoulli_logit(Matrix(rows, cols, x) * coefficients), y);
  return {"logistic regression, N = " + std::to_string(rows) + ", P = " + std::to_string(cols), m,
          limits::logistic(x, y, cols), cols, 1.5};
}

Case grouped_poisson(std::size_t rows, std::size_t groups) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> standard;
  limits::PoissonData data;
  data.groups = groups;
  for (std::size_t i = 0; i < rows; ++i) {
    const double x = standard(random);
    data.x.push_back(x);
    data.group.push_back(static_cast<int>(random() % groups));
    data.y.push_back(std::poisson_distribution<int>(std::exp(0.5 + 0.3 * x))(random));
  }
  Model m;
  auto intercept = m.parameter("intercept", normal(0, 2));
  auto slope = m.parameter("slope", std_normal());
  auto scale = m.parameter("scale", half_normal(1));
  auto effect = m.parameter("effect", normal(0, scale), plate(groups));
  m.observe("y", poisson_log(intercept + effect[data.group] + slope * Expr(data.x)), data.y);
  return {"Poisson, N = " + std::to_string(rows) + ", " + std::to_string(groups) + " groups", m,
          limits::poisson(data), 3 + groups, 1.5};
}

std::vector<Case> cases() {
  return {eight_schools(),
          beta_binomial(18),
          beta_binomial(71),
          beta_binomial(308),
          mixed_model(173, 549),
          logistic_regression(10000, 20),
          grouped_poisson(100000, 1000)};
}

}  // namespace autumn::bench
