// This file learns weights of centring from positions and gradients.
#include "engine/centring/learn.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/centring/centred.h"
#include "engine/evaluated_density.h"

namespace autumn::engine {
namespace {

constexpr std::int64_t kLearningIterations = 150;
constexpr std::int64_t kFirstLearnt = 60;  // before it the chain is on its way
constexpr double kHalfWay = 0.5;
constexpr double kLevels = 8.0;  // different weights, and one
// Weights that are on average so near to what is written are not worth other coordinates.
constexpr double kNear = 0.15;
constexpr std::uint64_t kLearningSeed = 1;
constexpr std::uint32_t kLearningChain = std::numeric_limits<std::uint32_t>::max() - 1;

// What is to be known of one element: the data's score against where it lies.
struct Slope {
  double count = 0.0;
  double position = 0.0, score = 0.0;  // means
  double positions = 0.0, products = 0.0;

  void add(double x, double y) {
    count += 1.0;
    const double deviation = x - position;
    position += deviation / count;
    score += (y - score) / count;
    positions += deviation * (x - position);
    products += deviation * (y - score);
  }
  [[nodiscard]] double information() const {
    return positions > 0.0 ? std::max(0.0, -products / positions) : 0.0;
  }
};

struct Elements {
  std::size_t start = 0;  // among the coordinates
  std::vector<Slope> slopes;
  std::vector<double> scales;  // of all elements, point after point
};

class Learning final : public sampler::ChainObserver {
 public:
  Learning(const Prepared& prepared, const Centred& centred, const std::atomic<bool>* stop)
      : places_(centred.places), weights_(centred.centring.weights), stop_(stop) {
    for (const model::Located& located : centred.centring.variables) {
      const density::Slice& slice = prepared.slices[located.variable];
      elements_.push_back({slice.start, std::vector<Slope>(slice.size), {}});
    }
  }

  void on_adapted(const sampler::Adapted&) override {}
  void on_draw(const sampler::Draw&) override {}
  [[nodiscard]] bool on_iteration(sampler::Phase, std::int64_t) override {
    return stop_ == nullptr || !*stop_;
  }
  void on_warmup_point(const sampler::Point& point) override {
    if (iteration_++ < kFirstLearnt || !point.has_gradient) return;
    const std::span<const double> position = point.position;
    places_.run({&position, 1});
    for (std::size_t k = 0; k < elements_.size(); ++k) add(k, point);
  }

  // The weights that were learnt of a variable.
  [[nodiscard]] std::vector<double> weights(std::size_t k) const {
    const Elements& elements = elements_[k];
    const std::size_t size = elements.slopes.size();
    const std::size_t points = elements.scales.size() / size;
    std::vector<double> result(size, 0.0);
    for (std::size_t i = 0; i < size; ++i) {
      const double information = elements.slopes[i].information();
      for (std::size_t p = 0; p < points; ++p) {
        const double scale = elements.scales[p * size + i];
        const double share = information * scale * scale;
        result[i] += share / (1.0 + share) / static_cast<double>(points);
      }
    }
    return result;
  }
  [[nodiscard]] bool has_learnt() const { return iteration_ > 2 * kFirstLearnt; }

 private:
  // With theta = m + t^(1 - w) (eta - w m) and eta ~ normal(w m, t^w).
  void add(std::size_t k, const sampler::Point& point) {
    Elements& elements = elements_[k];
    const std::span<const double> locations = places_.output(2 * k);
    const std::span<const double> scales = places_.output(2 * k + 1);
    for (std::size_t i = 0; i < elements.slopes.size(); ++i) {
      const double w = weights_[k][i], m = locations[i], t = scales[i];
      const double stretch = std::pow(t, 1.0 - w);
      const double deviation = point.position[elements.start + i] - w * m;
      const double prior = -deviation * stretch * stretch / (t * t);
      const double score = (point.gradient[elements.start + i] - prior) / stretch;
      elements.slopes[i].add(m + stretch * deviation, score);
      elements.scales.push_back(t);
    }
  }

  evaluate::Evaluator places_;
  const std::vector<std::vector<double>>& weights_;
  const std::atomic<bool>* stop_;
  std::vector<Elements> elements_;
  std::int64_t iteration_ = 0;
};

density::Centring half_way(const Ready& ready, std::vector<model::Located> located) {
  density::Centring centring =
      density::written_centring(ready.prepared.sampled, std::move(located));
  for (std::vector<double>& weights : centring.weights) std::ranges::fill(weights, kHalfWay);
  return centring;
}

sampler::Settings learning_settings(const Ready& ready) {
  sampler::Settings settings = ready.options.settings;
  settings.warmup = kLearningIterations;
  settings.draws = 0;
  settings.thin = 1;
  settings.save_warmup = false;
  settings.jumps = false;
  return settings;
}

// Whether they are far enough from what is written.
bool round_weights(std::vector<double>& weights, double written) {
  double distance = 0.0;
  for (double& w : weights) {
    if (!std::isfinite(w)) w = written;
    w = std::round(w * kLevels) / kLevels;
    distance += std::fabs(w - written) / static_cast<double>(weights.size());
  }
  return distance >= kNear;
}

}  // namespace

density::Centring learnt_centring(const Ready& ready, std::vector<model::Located> located) {
  const auto centred = prepare_centred(ready.prepared, half_way(ready, std::move(located)));
  EvaluatedDensity written(ready.prepared);
  CentredDensity density(*centred, written, nullptr);
  Learning learning(ready.prepared, *centred, ready.options.stop);
  // One that finds no beginning has nothing to show; the run will say so.
  (void)sampler::run_chain(density, learning_settings(ready), {kLearningSeed, kLearningChain}, {},
                           learning);
  density::Centring learnt;
  if (!learning.has_learnt()) return learnt;
  for (std::size_t k = 0; k < centred->centring.variables.size(); ++k) {
    const model::Located& one = centred->centring.variables[k];
    std::vector<double> weights = learning.weights(k);
    if (!round_weights(weights, one.written_weight())) continue;
    learnt.variables.push_back(one);
    learnt.weights.push_back(std::move(weights));
  }
  return learnt;
}

}  // namespace autumn::engine
