// This program is a user's: it exits with 0 if the posterior mean of a conjugate model comes out
// right.
#include <autumn/autumn.hpp>
#include <cmath>
#include <iostream>

int main() {
  using namespace autumn;
  Model m;
  auto mu = m.parameter("mu", normal(0, 1));
  m.observe("y", normal(mu, 1), {1.0, 2.0, 3.0});
  const Fit fit = sample(m, {.chains = 2, .seed = 1});
  const Summary summary = fit.summary();
  std::cout << summary;
  // Posterior mean 6/4; five standard errors are wrong once in two million runs.
  return std::fabs(summary["mu"].mean - 1.5) < 5 * summary["mu"].mcse ? 0 : 1;
}
