// This file makes short runs in two kinds of coordinates.
#include "engine/centring/pilot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "base/team.h"
#include "engine/centring/centred.h"
#include "engine/counted_density.h"
#include "engine/thin.h"

namespace autumn::engine {
namespace {

constexpr std::int64_t kPilotWarmup = 150;
constexpr std::int64_t kPilotDraws = 100;
constexpr std::int64_t kSeen = 150;  // of all iterations, the last
constexpr int kMostPilotDepth = 8;
constexpr double kMostRatio = 10.0;
constexpr std::uint64_t kPilotSeed = 1;
constexpr std::uint32_t kPilotChain = std::numeric_limits<std::uint32_t>::max() - 2;

// Locations and scales are made of what is not centred; of what is, some will do.
std::vector<std::size_t> watched_in(const Prepared& prepared,
                                    const std::vector<std::string>& centred) {
  constexpr std::size_t kMostWatched = 32;  // of each kind
  std::vector<std::size_t> kinds[2];
  for (std::size_t v = 0; v < prepared.slices.size(); ++v) {
    const std::string& name = prepared.sampled.variables[v].name;
    const bool is_centred = std::ranges::find(centred, name) != centred.end();
    const density::Slice& slice = prepared.slices[v];
    for (std::size_t i = 0; i < slice.size; ++i) {
      kinds[is_centred ? 1 : 0].push_back(slice.start + i);
    }
  }
  std::vector<std::size_t> watched;
  for (const std::vector<std::size_t>& all : kinds) {
    const std::size_t few = std::min(all.size(), kMostWatched);
    for (std::size_t k = 0; k < few; ++k) watched.push_back(all[k * all.size() / few]);
  }
  return watched;
}

// The correlation time of a series whose memory is its last value.
double time_of(std::span<const double> x) {
  const double n = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double variance = 0.0, neighbours = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    variance += (x[i] - mean) * (x[i] - mean);
    if (i > 0) neighbours += (x[i] - mean) * (x[i - 1] - mean);
  }
  constexpr double kMostCorrelation = 0.99;
  const double r = variance > 0.0 ? neighbours / variance : kMostCorrelation;
  const double clamped = std::clamp(r, 0.0, kMostCorrelation);
  return (1.0 + clamped) / (1.0 - clamped);
}

// Keeps what is watched, and gives up where it costs too much.
class PilotView final : public sampler::ChainObserver {
 public:
  PilotView(const Ready& ready, std::vector<std::size_t> watched, const CountedDensity& density,
            double most)
      : ready_(ready), watched_(std::move(watched)), density_(density), most_(most) {
    series_.resize(watched_.size());
  }

  void on_adapted(const sampler::Adapted&) override {}
  void on_warmup_point(const sampler::Point& point) override { add(point.position); }
  void on_draw(const sampler::Draw& draw) override { add(draw.position); }
  [[nodiscard]] bool on_iteration(sampler::Phase, std::int64_t) override {
    const bool is_stopped = ready_.options.stop != nullptr && *ready_.options.stop;
    return !is_stopped && density_.count() <= most_;
  }

  // Evaluations per effective draw; infinity if the run was given up.
  [[nodiscard]] double per_draw() const {
    if (points_ < kPilotWarmup + kPilotDraws) return kInfinity;
    std::vector<double> times;
    for (const std::vector<double>& series : series_) times.push_back(time_of(series));
    const std::size_t slowest = std::min<std::size_t>(3, times.size());
    std::ranges::partial_sort(times, times.begin() + static_cast<std::ptrdiff_t>(slowest),
                              std::ranges::greater{});
    double sum = 0.0;
    for (std::size_t k = 0; k < slowest; ++k) sum += times[k];
    return sum / static_cast<double>(slowest) * (density_.count() - first_) /
           static_cast<double>(kSeen);
  }

 private:
  void add(std::span<const double> position) {
    if (points_++ < kPilotWarmup + kPilotDraws - kSeen) {
      first_ = density_.count();
      return;
    }
    for (std::size_t k = 0; k < watched_.size(); ++k) series_[k].push_back(position[watched_[k]]);
  }

  const Ready& ready_;
  std::vector<std::size_t> watched_;
  const CountedDensity& density_;
  double most_;
  std::int64_t points_ = 0;
  double first_ = 0.0;  // evaluations before those that are seen
  std::vector<std::vector<double>> series_;
};

struct Pilot {
  double per_draw = kInfinity;  // nanoseconds
  double evaluations = 0.0;
};

// `most` are evaluations of the whole pilot.
Pilot pilot_of(const Ready& ready, const std::vector<std::string>& names, double most) {
  Team team(workers_of(ready.prepared, ready.options));
  EvaluatedDensity written(ready.prepared, &team);
  const Centred* coordinates = ready.prepared.centred.get();
  std::optional<CentredDensity> centred;
  if (coordinates != nullptr) centred.emplace(*coordinates, written, nullptr);
  CountedDensity density(centred ? static_cast<LogDensity&>(*centred) : written);
  const double gradient = gradient_nanoseconds(ready.prepared);
  PilotView view(ready, watched_in(ready.prepared, names), density, most);
  sampler::Settings settings = ready.options.settings;
  settings.gradient_nanoseconds = gradient;
  settings.warmup = kPilotWarmup;
  settings.draws = kPilotDraws;
  settings.thin = 1;
  settings.max_depth = std::min(settings.max_depth, kMostPilotDepth);
  settings.save_warmup = false;
  settings.stops_when_settled = false;
  const sampler::ChainKey key{kPilotSeed, kPilotChain};
  const auto done = centred
                        ? run_centred({*coordinates, density, written}, settings, key,
                                      ready.options.initial, view)
                        : sampler::run_chain(density, settings, key, ready.options.initial, view);
  return {done ? gradient * view.per_draw() : kInfinity, density.count()};
}

}  // namespace

double most_of_written(const sampler::Settings& settings) {
  constexpr double kLost = 4.0;      // one that takes so many times as much has lost
  constexpr double kOfChain = 0.25;  // its iterations
  const auto iterations =
      static_cast<double>(settings.warmup + settings.draws * settings.thin.transitions());
  return std::clamp(kOfChain * iterations / static_cast<double>(kPilotWarmup + kPilotDraws), 1.0,
                    kLost);
}

Tried try_coordinates(const Ready& centred, const Ready& written) {
  std::vector<std::string> names;
  for (const model::Located& one : centred.prepared.centred->centring.variables) {
    names.push_back(centred.prepared.sampled.variables[one.variable].name);
  }
  const Pilot own = pilot_of(centred, names, kInfinity);
  if (!std::isfinite(own.per_draw)) return {kMostRatio, own.evaluations, 0.0};
  const double most = most_of_written(written.options.settings);
  const Pilot other = pilot_of(written, names, most * own.evaluations);
  const double ratio = std::isfinite(other.per_draw)
                           ? std::clamp(own.per_draw / other.per_draw, 1.0 / kMostRatio, kMostRatio)
                           : 1.0 / most;
  return {ratio, own.evaluations, other.evaluations};
}

}  // namespace autumn::engine
