// Nanoseconds per log density with gradient, for the models of the table of limits.
//
// The next point depends on the gradient before it, as in HMC, so that small models show their
// latency. The figure is the smallest of many batches: on a shared machine the others measure the
// neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "api/build.h"
#include "engine/prepare.h"
#include "evaluate/function.h"
#include "models.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Case {
  std::string name;
  std::function<autumn::Model()> model;
  // Of hand-written code on a 2-core Sapphire Rapids guest, nanoseconds (measured before the engine
  // was built); 0 for none.
  double limit_ns;
};

double nanoseconds_per_gradient(autumn::evaluate::EvaluatedFunction& function) {
  const std::size_t n = function.dimension();
  std::vector<double> x(n, 0.1);
  std::vector<double> gradient(n);
  const auto batch = [&](std::size_t count) {
    const auto start = Clock::now();
    for (std::size_t k = 0; k < count; ++k) {
      (void)function.evaluate(x, gradient);
      for (std::size_t i = 0; i < n; ++i) x[i] = 0.1 + 1e-12 * gradient[i];
    }
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
           static_cast<double>(count);
  };
  const double first = batch(3);
  const auto count = static_cast<std::size_t>(std::max(1.0, 2e6 / first));  // about 2 ms a batch
  double best = first;
  for (int k = 0; k < 300; ++k) best = std::min(best, batch(count));
  return best;
}

}  // namespace

int main() {
  const std::vector<Case> cases = {
      {"eight schools, centred", autumn::bench::eight_schools_centred, 0},
      {"eight schools, non-centred", autumn::bench::eight_schools_non_centred, 0},
      {"logistic regression, N = 10,000, P = 20",
       [] { return autumn::bench::logistic_regression(10000, 20); }, 29300},
      {"Poisson, 1,000 groups, N = 100,000",
       [] { return autumn::bench::grouped_poisson(100000, 1000); }, 54200},
  };
  fmt::print("{:42} {:>6} {:>12} {:>12} {:>7}\n", "model", "dim", "ns/gradient", "limit", "ratio");
  for (const Case& c : cases) {
    const autumn::engine::Prepared prepared =
        autumn::engine::prepare_joint(autumn::detail::finished(c.model().data()));
    autumn::evaluate::EvaluatedFunction function(prepared.density);
    const double ns = nanoseconds_per_gradient(function);
    const bool has_limit = c.limit_ns > 0;
    fmt::print("{:42} {:>6} {:>12.1f} {:>12} {:>7}\n", c.name, prepared.dimension, ns,
               has_limit ? fmt::format("{:.0f}", c.limit_ns) : "-",
               has_limit ? fmt::format("{:.2f}", ns / c.limit_ns) : "-");
  }
  fmt::print(
      "\nlimit: hand-written code, smallest of many batches, on the machine it was measured on.\n");
}
