// This file times rounds of calls against the clock of the thread.
#include "engine/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "base/numbers.h"
#include "base/random.h"
#include "engine/coordinates.h"
#include "engine/thin.h"
#include "evaluate/evaluator.h"
#include "evaluate/function.h"
#include "recover/recover.h"

namespace autumn::engine {
namespace {

// Short rounds: on a busy machine long ones are disturbed. Where one call takes longer, a few will
// do.
constexpr int kRounds = 150;
constexpr int kLeastRounds = 5;
constexpr double kSecondsPerRound = 0.001;
constexpr double kSeconds = 0.3;
constexpr std::size_t kMostToPrint = 1000;  // numbers of the point

// Of the processor, for this thread: what a call costs does not depend on who else is at work.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Nanoseconds per call, of the best round.
template <typename Call>
double best_time(Call call) {
  std::size_t calls = 1;
  double best = kInfinity;
  const double begin = thread_seconds();
  for (int round = 0;
       round < kLeastRounds || (round < kRounds && thread_seconds() - begin < kSeconds);) {
    const double start = thread_seconds();
    for (std::size_t i = 0; i < calls; ++i) call(i);
    const double seconds = thread_seconds() - start;
    if (seconds < kSecondsPerRound && calls < (std::size_t{1} << 40)) {
      calls *= 2;
      continue;
    }
    best = std::min(best, 1e9 * seconds / static_cast<double>(calls));
    ++round;
  }
  return best;
}

std::vector<double> start_point(std::size_t dimension) {
  Random random({.seed = 1, .purpose = Purpose::kInitialPoint});
  std::vector<double> point(dimension);
  for (double& x : point) x = 0.1 * random.normal();
  return point;
}

double time_of_gradient(const Prepared& prepared) {
  evaluate::EvaluatedFunction function(prepared.density);
  const std::vector<double> origin = start_point(prepared.dimension);
  std::vector<double> point = origin;
  std::vector<double> gradient(prepared.dimension, 0.0);
  return best_time([&](std::size_t) {
    (void)function.evaluate(point, gradient);
    // Steps so small that the point stays, but the next call has to wait for this one.
    if (point.empty()) return;
    const double step = std::isfinite(gradient[0]) ? 1e-300 * gradient[0] : 0.0;
    for (std::size_t k = 0; k < point.size(); ++k) point[k] = origin[k] + step;
  });
}

double time_of_recovery(const Prepared& prepared) {
  if (prepared.recovery.source.steps.empty()) return 0.0;
  evaluate::Evaluator values(prepared.values);
  recover::Recoverer recoverer(prepared.recovery);
  const std::vector<double> point = start_point(prepared.dimension);
  const std::span<const double> inputs[] = {point};
  values.run(inputs);
  for (std::size_t k = 0; k < prepared.sampled.variables.size(); ++k) {
    recoverer.set_kept(k, values.output(k));
  }
  return best_time([&](std::size_t i) { recoverer.draw(1, 1, i); });
}

}  // namespace

Measurement measure(const Prepared& prepared, const Prepared& joint,
                    std::vector<StageTime> loading) {
  Measurement result;
  result.prepare = std::move(loading);
  result.prepare.insert(result.prepare.end(), prepared.times.begin(), prepared.times.end());
  result.dimension = prepared.dimension;
  result.dimension_uncollapsed = joint.dimension;
  for (const collapse::Step& step : prepared.plan.steps) result.recovered += step.elements.size();
  result.ns_per_gradient = time_of_gradient(prepared);
  result.ns_per_gradient_uncollapsed = time_of_gradient(joint);
  if (joint.dimension <= kMostToPrint) {
    result.point = in_stan_order(stan_coordinates(joint), start_point(joint.dimension));
  }
  result.ns_estimated = gradient_nanoseconds(prepared);
  result.ns_estimated_uncollapsed = gradient_nanoseconds(joint);
  result.ns_per_recovery = time_of_recovery(prepared);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.peak_rss_mb = static_cast<double>(usage.ru_maxrss) / 1024.0;
  return result;
}

std::string to_text(const Measurement& m) {
  std::string text = fmt::format("{:<34} {:>12}\n", "dimensions", m.dimension);
  const auto line = [&](const std::string& what, double number, const char* unit) {
    text += fmt::format("{:<34} {:>12.4g} {}\n", what, number, unit);
  };
  line("dimensions, nothing collapsed", static_cast<double>(m.dimension_uncollapsed), "");
  line("gradient", m.ns_per_gradient, "ns");
  line("gradient, nothing collapsed", m.ns_per_gradient_uncollapsed, "ns");
  line("estimated for plans", m.ns_estimated, "ns");
  line("estimated, nothing collapsed", m.ns_estimated_uncollapsed, "ns");
  line("recovery of one draw", m.ns_per_recovery, "ns");
  if (m.ns_per_recovery > 0.0) {
    line("recovered numbers per second", 1e9 * static_cast<double>(m.recovered) / m.ns_per_recovery,
         "");
  }
  for (const StageTime& stage : m.prepare)
    line("prepare: " + stage.stage, 1e3 * stage.seconds, "ms");
  line("peak memory", m.peak_rss_mb, "MB");
  return text;
}

std::string to_json(const Measurement& m) {
  std::string stages;
  double total = 0.0;
  for (const StageTime& stage : m.prepare) {
    stages += fmt::format("\"{}\": {:.6g}, ", stage.stage, 1e3 * stage.seconds);
    total += 1e3 * stage.seconds;
  }
  return fmt::format(
      "{{\"ns_per_gradient\": {:.6g}, \"ns_per_gradient_uncollapsed\": {:.6g}, "
      "\"ns_estimated\": {:.6g}, \"ns_estimated_uncollapsed\": {:.6g}, "
      "\"ns_per_recovery\": {:.6g}, \"recovered\": {}, \"prepare_ms\": {{{}\"total\": {:.6g}}}, "
      "\"peak_rss_mb\": {:.6g}, \"dimension\": {}, \"dimension_uncollapsed\": {}, "
      "\"point\": [{:.17g}]}}\n",
      m.ns_per_gradient, m.ns_per_gradient_uncollapsed, m.ns_estimated, m.ns_estimated_uncollapsed,
      m.ns_per_recovery, m.recovered, stages, total, m.peak_rss_mb, m.dimension,
      m.dimension_uncollapsed, fmt::join(m.point, ", "));
}

}  // namespace autumn::engine
