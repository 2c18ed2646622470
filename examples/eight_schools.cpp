// Eight schools: the effects of coaching on test scores (Rubin 1981), in the form the model is
// thought of.
#include <autumn/autumn.hpp>
#include <iostream>

int main() {
  using namespace autumn;
  const std::vector<double> y{28, 8, -3, 7, -1, 1, 18, 12};
  const std::vector<double> sigma{15, 10, 16, 11, 9, 11, 10, 18};

  Model m;
  auto mu = m.parameter("mu", normal(0, 5));
  auto tau = m.parameter("tau", half_cauchy(5));
  auto z = m.parameter("z", std_normal(), plate(8));
  auto theta = mu + tau * z;
  m.observe("y", normal(theta, sigma), y);
  m.output("theta", theta);

  Fit fit = sample(m, {.chains = 4, .seed = 1});
  std::cout << fit.summary();
}
