// This file runs the warm-up of a chain that nobody sees.
#include "engine/short_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "base/team.h"
#include "engine/centring/centred.h"
#include "engine/centring/choose.h"
#include "engine/centring/learn.h"
#include "engine/counted_density.h"
#include "engine/evaluated_density.h"
#include "engine/thin.h"
#include "sample/jumps/gain.h"

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
// The iterations after which a run may have shown enough: what is asked should cost little of a run
// that it chooses, and transitions are dear in the beginning. Two looks in a row must say so, since
// a chain outside of its funnel looks easy for a while, and of many looks one is lucky.
constexpr std::int64_t kLooks[] = {60, 80, 100, 125, 150, 200, 250, 300, 400};
constexpr int kLooksInARow = 2;
// Before, nothing is too dear: the step size is still being found.
constexpr std::int64_t kDearFrom = 150;
// Up to here transitions are dear; what is as usual must have become cheaper by later looks.
constexpr double kDearIterations = 100.0;
constexpr std::size_t kMostSeen = 64;  // coordinates
constexpr double kMostCorrelation = 0.99;
// Trajectories are cut short, since they are long in the beginning, whatever they are later. Where
// most of them still are, nothing can be said early.
constexpr int kMostDepth = 7;
constexpr double kMostlyCut = 0.75;
// Draws of a chain that diverges are worth less than they seem.
constexpr double kDiverged = 4.0;
constexpr std::uint64_t kSeed = 1;
constexpr std::uint32_t kChain = std::numeric_limits<std::uint32_t>::max();

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

// What a warm-up looks like so far.
class EarlyLook {
 public:
  void see(double gradients, std::span<const double> position) {
    gradients_.push_back(gradients);
    quantities_ = std::min(kMostSeen, position.size());
    for (std::size_t k = 0; k < quantities_; ++k) {
      values_.push_back(position[k * position.size() / quantities_]);
    }
  }

  [[nodiscard]] bool is_due() const {
    return std::ranges::find(kLooks, std::ssize(gradients_)) != std::end(kLooks);
  }

  // Gradients of an effective draw in the second half, by correlations of neighbours, which so few
  // points know better than sums of all. Of many that are all zero the largest is two deviations
  // above it. Nothing where trajectories are mostly cut at this depth.
  [[nodiscard]] std::optional<double> gradients_per_draw(int depth) const {
    const std::size_t first = gradients_.size() / 2, count = gradients_.size() - first;
    const double each = (gradients_.back() - gradients_[first]) / static_cast<double>(count - 1);
    if (each > kMostlyCut * std::exp2(depth)) return std::nullopt;
    sampler::WarmupRecord record{.quantities = quantities_};
    record.values.assign(values_.begin() + static_cast<std::ptrdiff_t>(first * quantities_),
                         values_.end());
    record.iterations = static_cast<std::int64_t>(count);
    const double r = sampler::lag_one_correlation(record);
    const double noise = std::sqrt((1.0 - r * r) / static_cast<double>(count));
    const double likely = std::clamp(r - 2.0 * noise, 0.0, kMostCorrelation);
    return (1.0 + likely) / (1.0 - likely) * each;
  }

 private:
  std::size_t quantities_ = 0;
  std::vector<double> values_;     // iteration after iteration
  std::vector<double> gradients_;  // so far
};

// Keeps what the end of a warm-up says, and ends where that is known or costs too much.
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
  void on_warmup_point(const sampler::Point& point) override { position_ = point.position; }
  [[nodiscard]] bool on_iteration(sampler::Phase, std::int64_t iteration) override {
    const bool is_stopped = ready_.options.stop != nullptr && *ready_.options.stop;
    return iteration + 1 < iterations_ && !is_stopped &&
           (!is_over_ || !is_over_(iteration, position_));
  }

  void end_if(std::function<bool(std::int64_t, std::span<const double>)> is_over) {
    is_over_ = std::move(is_over);
  }
  [[nodiscard]] const std::optional<ThinChoice>& choice() const { return choice_; }
  [[nodiscard]] std::optional<double> log_density_time() const { return log_density_time_; }

 private:
  const Ready& ready_;
  std::int64_t iterations_;
  std::function<bool(std::int64_t, std::span<const double>)> is_over_;  // at an iteration, there
  std::vector<double> position_;
  std::optional<ThinChoice> choice_;
  std::optional<double> log_density_time_;
};

sampler::Settings settings_of(const Ready& ready, double gradient) {
  sampler::Settings settings = ready.options.settings;
  settings.gradient_nanoseconds = gradient;
  settings.warmup = settings.learns_from_scores() ? kIterationsWithDirections : kIterations;
  settings.draws = kDraws;
  settings.thin = sampler::Thin::automatic();
  settings.save_warmup = false;
  settings.stops_when_settled = false;
  settings.max_depth = std::min(settings.max_depth, kMostDepth);
  return settings;
}

double cost_of_draw(const Watching& watching, const sampler::Settings& settings) {
  if (!watching.choice() || !watching.choice()->autocorrelation_time) return kInfinity;
  const double longest = *watching.choice()->autocorrelation_time;
  const double likely =
      settings.learns_from_scores() ? likely_time(longest, settings.warmup / 2) : longest;
  const double slow = watching.log_density_time().value_or(1.0) / kLogDensityIsSlow;
  const double time = std::isfinite(slow) ? std::max(likely, slow) : likely;
  return kWithWarmup * time * watching.choice()->costs.transition;
}

std::shared_ptr<const Centred> half_way_coordinates(const Ready& ready) {
  if (!may_centre(ready.options)) return nullptr;
  std::vector<model::Located> located = model::find_located(ready.prepared.sampled);
  if (located.empty()) return nullptr;
  return prepare_centred(ready.prepared, half_way(ready, std::move(located)));
}

}  // namespace

ShortRun short_run(const Ready& ready, double gradient, const RunBounds& bounds) {
  Team team(workers_of(ready.prepared, ready.options));
  EvaluatedDensity written(ready.prepared, &team);
  const std::shared_ptr<const Centred> coordinates = half_way_coordinates(ready);
  std::optional<CentredDensity> centred;
  if (coordinates) centred.emplace(*coordinates, written, nullptr);
  CountedDensity density(centred ? static_cast<LogDensity&>(*centred) : written);
  const sampler::Settings settings = settings_of(ready, gradient);
  Watching watching(ready, settings.warmup + kDraws);
  ShortRun result;
  EarlyLook look;
  bool has_shown_enough = false;
  int is_enough = 0, is_usual = 0, is_dear = 0;  // looks in a row
  watching.end_if([&](std::int64_t iteration, std::span<const double> position) {
    const double cost = density.count() * gradient;
    const auto iterations = static_cast<double>(iteration + 1);
    result.per_transition = cost / iterations;
    result.iterations = iteration + 1;
    result.is_over_budget = cost > bounds.budget;
    look.see(density.count(), position);
    if (look.is_due()) {
      const double gradients = look.gradients_per_draw(settings.max_depth).value_or(kInfinity);
      const double seen = kWithWarmup * gradient * gradients;
      const double usual = bounds.usual * std::sqrt(std::min(1.0, kDearIterations / iterations));
      is_usual = seen < usual ? is_usual + 1 : 0;
      is_enough = seen < std::max(bounds.enough, usual) ? is_enough + 1 : 0;
      // Where trajectories are cut nothing is seen yet.
      const bool is_seen = iteration + 1 >= kDearFrom && std::isfinite(seen);
      is_dear = is_seen && seen > bounds.dear ? is_dear + 1 : 0;
      result.is_usual = is_usual >= kLooksInARow;
      has_shown_enough = std::max(is_enough, is_dear) >= kLooksInARow;
      if (has_shown_enough) result.per_draw = seen;
    }
    return has_shown_enough || result.is_over_budget ||
           cost > kPatience * bounds.most / kWithWarmup * (iterations + kMoreIterations);
  });
  const auto done =
      sampler::run_chain(density, settings, {kSeed, kChain},
                         centred ? std::span<const double>() : ready.options.initial, watching);
  if (has_shown_enough || !done) return result;
  const bool has_diverged = done.value().divergences > 0;
  result.per_draw = (has_diverged ? kDiverged : 1.0) * cost_of_draw(watching, settings);
  return result;
}

}  // namespace autumn::engine
