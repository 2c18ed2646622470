// This file times gradients of the engine and of code written by hand, in batches that take turns.
#include <fmt/format.h>

#include <cmath>

#include "models.h"
#include "table_line.h"
#include "timing.h"

namespace autumn::bench {
namespace {

constexpr double kSeconds = 1.0;  // per model
constexpr double kAgreement = 1e-9;

// The largest difference of gradients, relative to their size, and of the change of the value
// between two points: the limit is the same density up to a constant.
double disagreement(const limits::Gradient& ours, const limits::Gradient& limit,
                    std::size_t dimension) {
  std::vector<double> x(dimension), a(dimension), b(dimension);
  double constant = 0.0, worst = 0.0;
  for (int point = 0; point < 3; ++point) {
    for (std::size_t i = 0; i < dimension; ++i) {
      x[i] = 0.3 * std::sin(1.0 + static_cast<double>(i) + 2.0 * point);
    }
    const double value = ours(x.data(), a.data()), expected = limit(x.data(), b.data());
    if (point == 0) constant = value - expected;
    worst = std::max(worst, std::fabs(value - expected - constant) / (1.0 + std::fabs(expected)));
    for (std::size_t i = 0; i < dimension; ++i) {
      worst = std::max(worst, std::fabs(a[i] - b[i]) / (1.0 + std::fabs(b[i])));
    }
  }
  return worst;
}

TableLine line_of(const Case& c) {
  const limits::Gradient ours = gradient_of(c.prepared);
  const std::size_t n = c.prepared.dimension;
  TableLine row{
      .what = "gradient, " + c.name, .figure = {}, .target = fmt::format("{} x", c.target)};
  if (n != c.dimension) {
    row.remark = fmt::format("{} dimensions are sampled, {} in the limit", n, c.dimension);
    row.is_met = false;
    return row;
  }
  const bool has_limit = c.limit && limits::is_available();
  GradientTimer ours_timer(ours, n), limit_timer(has_limit ? c.limit : ours, n);
  for (const auto start = Clock::now(); seconds_since(start) < kSeconds;) {
    ours_timer.run();
    limit_timer.run();
  }
  row.figure = fmt::format("{:.0f} ns", ours_timer.nanoseconds());
  if (!has_limit) {
    row.remark = "no AVX-512 here for the limit";
    return row;
  }
  const double ratio = ours_timer.nanoseconds() / limit_timer.nanoseconds();
  row.limit = fmt::format("{:.0f} ns", limit_timer.nanoseconds());
  row.ratio = fmt::format("{:.2f}", ratio);
  row.is_met = ratio <= c.target;
  const double difference = disagreement(ours, c.limit, n);
  if (!(difference < kAgreement)) {
    row.remark = fmt::format("differs from the limit by {:.1g}", difference);
    row.is_met = false;
  }
  return row;
}

}  // namespace

void measure_gradients(const Print& print) {
  for (const Case& c : cases()) print(line_of(c));
}

}  // namespace autumn::bench
