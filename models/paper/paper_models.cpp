// This file builds the models of the paper with the C++ interface; parameters are declared in the
// order of the Stan programs, so that points mean the same in both.
#include "paper_models.hpp"

namespace paper {

using namespace autumn;

Model eight_schools(const Numbers& y, const Numbers& sigma) {
  Model m;
  auto mu = m.parameter("mu", normal(0, 5));
  auto tau = m.parameter("tau", half_cauchy(5));
  auto theta = m.parameter("theta", normal(mu, tau), plate(y.size()));
  m.observe("y", normal(theta, sigma), y);
  return m;
}

Model binary_trials(const Numbers& y, const Numbers& trials) {
  Model m;
  auto mean = m.parameter("m", uniform(0, 1));
  auto kappa = m.parameter("kappa", pareto(1, 1.5));
  auto theta = m.parameter("theta", beta(mean * kappa, (1 - mean) * kappa), plate(y.size()));
  m.observe("y", binomial(trials, theta), y);
  m.output("log_kappa", log(kappa));
  return m;
}

Model electric_simplified(const Numbers& t, const Numbers& y) {
  Model m;
  auto log_sigma = m.parameter("log_sigma", normal(0, 1));
  auto mu_a = m.parameter("mu_a", normal(0, 1));
  auto a = m.parameter("a", normal(100 * mu_a, 1));
  auto b1 = m.parameter("b1", normal(0, 100));
  auto b2 = m.parameter("b2", normal(0, 100));
  m.observe("y1", normal(a + b1 * t[0], exp(log_sigma)), y[0]);
  m.observe("y2", normal(a + b2 * t[1], exp(log_sigma)), y[1]);
  return m;
}

Model electric_company(const Classes& classes) {
  constexpr std::size_t kGrades = 4;
  Model m;
  auto mu_a = m.parameter("mu_a", normal(0, 1), plate(kGrades));
  auto log_sigma = m.parameter("log_sigma", normal(0, 1), plate(kGrades));
  auto a =
      m.parameter("a", normal(100 * mu_a[classes.grade_pair], 1), plate(classes.grade_pair.size()));
  auto b = m.parameter("b", normal(0, 100), plate(kGrades));
  m.observe("y",
            normal(a[classes.pair] + b[classes.grade] * Expr(classes.treatment),
                   exp(log_sigma[classes.grade])),
            classes.y);
  return m;
}

Model fibrosis(const Visits& visits) {
  Model m;
  auto mu_alpha = m.parameter("mu_alpha", normal(0, 500));
  auto sigma_alpha = m.parameter("sigma_alpha", half_cauchy(100));
  auto mu_beta = m.parameter("mu_beta", normal(0, 3));
  auto sigma_beta = m.parameter("sigma_beta", half_cauchy(3));
  auto alpha = m.parameter("alpha", normal(mu_alpha, sigma_alpha), plate(visits.patients));
  auto beta = m.parameter("beta", normal(mu_beta, sigma_beta), plate(visits.patients));
  auto sigma = m.parameter("sigma", half_cauchy(100));
  m.observe("y", normal(alpha[visits.patient] + beta[visits.patient] * Expr(visits.week), sigma),
            visits.y);
  return m;
}

Model one_parent(const Numbers& y) {
  Model m;
  auto x = m.parameter("x", normal(0, 1));
  auto log_sigma = m.parameter("log_sigma", normal(0, 1));
  m.observe("y", normal(x, exp(log_sigma)), y);
  return m;
}

}  // namespace paper
