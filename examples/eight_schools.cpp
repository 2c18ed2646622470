// This example fits eight schools, the effects of coaching on test scores (Rubin 1981), as the
// model is thought of: schools vary around a common mean. The centred form is a funnel that
// samplers dread; here only tau is sampled, and mu and theta are integrated out and drawn back.
#include <autumn/autumn.hpp>
#include <iostream>

int main() {
  using namespace autumn;
  const std::vector<double> y{28, 8, -3, 7, -1, 1, 18, 12};
  const std::vector<double> sigma{15, 10, 16, 11, 9, 11, 10, 18};

  Model m;
  auto mu = m.parameter("mu", normal(0, 5));
  auto tau = m.parameter("tau", half_cauchy(5));
  auto theta = m.parameter("theta", normal(mu, tau), plate(8));
  m.observe("y", normal(theta, sigma), y);

  Fit fit = sample(m, {.chains = 4, .seed = 1});
  std::cout << fit.summary();
}
