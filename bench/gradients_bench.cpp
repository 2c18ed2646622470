// Nanoseconds per log density with gradient, beside code written by hand for each model.
//
// The next point depends on the gradient before it, as in HMC, so that small models show their
// latency. Batches of the engine and of the limit take turns, and the figures are the smallest of
// many batches: on a shared machine the others measure the neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "api/build.h"
#include "engine/prepare.h"
#include "evaluate/function.h"
#include "models.h"

namespace {

using autumn::bench::Case;
using Clock = std::chrono::steady_clock;

// Runs f in batches of about 100 us and keeps the smallest time per call.
template <typename Function>
class Timer {
 public:
  Timer(Function function, std::size_t dimension)
      : function_(std::move(function)), x_(dimension, 0.1), gradient_(dimension) {
    const double first = batch(3);
    count_ = static_cast<std::size_t>(std::max(1.0, 1e5 / first));
  }

  void run() { best_ = std::min(best_, batch(count_)); }
  [[nodiscard]] double nanoseconds() const { return best_; }

 private:
  double batch(std::size_t count) {
    const auto start = Clock::now();
    for (std::size_t k = 0; k < count; ++k) {
      (void)function_(x_.data(), gradient_.data());
      for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = 0.1 + 1e-12 * gradient_[i];
    }
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
           static_cast<double>(count);
  }

  Function function_;
  std::vector<double> x_, gradient_;
  std::size_t count_ = 1;
  double best_ = std::numeric_limits<double>::infinity();
};

// The largest difference of value and gradient at some point, relative to their size.
template <typename Ours, typename Limit>
double disagreement(const Ours& ours, const Limit& limit, std::size_t dimension) {
  std::vector<double> x(dimension), a(dimension), b(dimension);
  for (std::size_t i = 0; i < dimension; ++i) x[i] = 0.3 * std::sin(1.0 + static_cast<double>(i));
  const double value = ours(x.data(), a.data()), expected = limit(x.data(), b.data());
  double worst = std::fabs(value - expected) / (1.0 + std::fabs(expected));
  for (std::size_t i = 0; i < dimension; ++i) {
    worst = std::max(worst, std::fabs(a[i] - b[i]) / (1.0 + std::fabs(b[i])));
  }
  return worst;
}

void report(const Case& c) {
  const autumn::Result<autumn::engine::Prepared> prepared =
      autumn::engine::prepare(autumn::detail::finished(c.model.data()), {});
  if (!prepared) return fmt::print("{:40} {}\n", c.name, prepared.error().message);
  autumn::evaluate::EvaluatedFunction function(prepared.value().density);
  const std::size_t n = function.dimension();
  const auto ours = [&](const double* x, double* gradient) {
    return function.evaluate({x, n}, {gradient, n});
  };
  Timer ours_timer(ours, n);
  const bool has_limit = c.limit && autumn::bench::limits::is_available() && c.dimension == n;
  Timer limit_timer(has_limit ? c.limit : ours, n);
  for (int k = 0; k < 4000; ++k) {
    ours_timer.run();
    if (has_limit) limit_timer.run();
  }
  fmt::print("{:40} {:>5} {:>12.1f}", c.name, n, ours_timer.nanoseconds());
  if (!has_limit) return fmt::print("{:>12} {:>7} {:>7.1f}\n", "-", "-", c.target);
  fmt::print("{:>12.1f} {:>7.2f} {:>7.1f}", limit_timer.nanoseconds(),
             ours_timer.nanoseconds() / limit_timer.nanoseconds(), c.target);
  const double difference = disagreement(ours, c.limit, n);
  fmt::print("{}\n", difference < 1e-9 ? "" : fmt::format("  differs by {:.1g}", difference));
}

}  // namespace

int main() {
  fmt::print("instruction set {}\n",
             autumn::evaluate::name_of(autumn::evaluate::default_instruction_set()));
  fmt::print("{:40} {:>5} {:>12}{:>12} {:>7} {:>7}\n", "model", "dim", "ns/gradient", "limit",
             "ratio", "target");
  for (const Case& c : autumn::bench::cases()) report(c);
  fmt::print(
      "\nlimit: written by hand for the model (bench/limits), measured in the same run, taking "
      "turns.\n");
}
