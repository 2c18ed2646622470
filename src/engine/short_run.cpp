// This file runs the warm-up of a chain that nobody sees.
#include "engine/short_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "engine/counted_density.h"
#include "engine/evaluated_density.h"
#include "engine/thin.h"

namespace autumn::engine {
namespace {

constexpr std::int64_t kIterations = 150;  // of warm-up
// Directions are learnt after a hundred iterations, and are good after some more.
constexpr std::int64_t kIterationsWithDirections = 500;
constexpr std::int64_t kDraws = 30;  // after it, to see whether they diverge
// The log density moves by what new momenta bring to the energy (Neal 2011, section 5.2), which is
// little in many dimensions: it may take so many times as long as any coordinate, and no harm done.
// Beyond that it tells of something slow: scales that drift along a funnel are few among many
// coordinates, and a short record of them looks like that of a constant.
constexpr double kLogDensityIsSlow = 4.0;
constexpr double kWithWarmup = 2.0;  // iterations per draw
// A run is given up when it has taken so many times what as many iterations of the cheapest so far
// would have, and some more: the first iterations take more than those that follow. With less
// patience partial collapses of crossed effects that pay are given up.
constexpr double kPatience = 1.5;
constexpr std::int64_t kMoreIterations = 100;
constexpr std::uint64_t kSeed = 1;
constexpr std::uint32_t kChain = std::numeric_limits<std::uint32_t>::max();

// Keeps what the end of a warm-up says, and gives up where it costs too much.
class Watching final : public sampler::ChainObserver {
 public:
  Watching(const Ready& ready, std::int64_t iterations) : ready_(ready), iterations_(iterations) {}

  void on_adapted(const sampler::Adapted&) override {}
  [[nodiscard]] std::int64_t choose_thin(const sampler::WarmupRecord& record) override {
    choice_ = engine::choose_thin(ready_.prepared, ready_.options, record);
    log_density_time_ = engine::log_density_time(record);
    return 1;
  }
  void on_draw(const sampler::Draw& /*draw*/) override {}
  [[nodiscard]] bool on_iteration(sampler::Phase, std::int64_t iteration) override {
    const bool is_stopped = ready_.options.stop != nullptr && *ready_.options.stop;
    return iteration + 1 < iterations_ && !is_stopped && (!is_over_ || !is_over_(iteration));
  }

  void give_up_if(std::function<bool(std::int64_t)> is_over) { is_over_ = std::move(is_over); }
  [[nodiscard]] const std::optional<ThinChoice>& choice() const { return choice_; }
  [[nodiscard]] std::optional<double> log_density_time() const { return log_density_time_; }

 private:
  const Ready& ready_;
  std::int64_t iterations_;
  std::function<bool(std::int64_t)> is_over_;  // after so many iterations
  std::optional<ThinChoice> choice_;
  std::optional<double> log_density_time_;
};

// The longest of many autocorrelation times is the longest of many noisy estimates, each of which
// has a relative variance of about 10 time / n (Sokal 1997, with a window of five times): about two
// of these deviations above what it estimates.
double likely_time(double longest, std::int64_t n) {
  double time = longest;
  for (int k = 0; k < 20; ++k) {
    time = std::max(1.0, longest / (1.0 + 2.0 * std::sqrt(10.0 * time / static_cast<double>(n))));
  }
  return time;
}

}  // namespace

double cost_of_draw(const Ready& ready, double gradient, double most) {
  EvaluatedDensity evaluated(ready.prepared);
  CountedDensity density(evaluated);
  sampler::Settings settings = ready.options.settings;
  settings.gradient_nanoseconds = gradient;
  const std::int64_t warmup =
      settings.learns_from_scores() ? kIterationsWithDirections : kIterations;
  settings.warmup = warmup;
  settings.draws = kDraws;
  settings.thin = sampler::Thin::automatic();
  settings.save_warmup = false;
  settings.stops_when_settled = false;
  Watching watching(ready, warmup + kDraws);
  watching.give_up_if([&](std::int64_t iteration) {
    const auto iterations = static_cast<double>(iteration + kMoreIterations);
    return density.count() * gradient > kPatience * most / kWithWarmup * iterations;
  });
  const auto done =
      sampler::run_chain(density, settings, {kSeed, kChain}, ready.options.initial, watching);
  if (!done || done.value().divergences > 0) return kInfinity;
  if (!watching.choice() || !watching.choice()->autocorrelation_time) return kInfinity;
  const double longest = *watching.choice()->autocorrelation_time;
  const double likely = settings.learns_from_scores() ? likely_time(longest, warmup / 2) : longest;
  const double slow = watching.log_density_time().value_or(1.0) / kLogDensityIsSlow;
  const double time = std::isfinite(slow) ? std::max(likely, slow) : likely;
  return kWithWarmup * time * watching.choice()->costs.transition;
}

}  // namespace autumn::engine
