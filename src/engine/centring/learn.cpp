// This file learns weights of centring from positions and gradients.
#include "engine/centring/learn.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/team.h"
#include "engine/centring/centred.h"
#include "engine/evaluated_density.h"

namespace autumn::engine {
namespace {

constexpr std::int64_t kLearningIterations = 150;
constexpr std::int64_t kFirstLearnt = 60;  // before it the chain is on its way
constexpr int kMostLearningDepth = 7;      // where it is hard it need not be thorough
constexpr double kHalfWay = 0.5;
constexpr double kLevels = 8.0;  // different weights, and one
// Funnels are narrow where the scale is small, and a step size must do for the whole: so weights
// are those of a scale that a tenth of the run is below.
constexpr double kLow = 0.1;
// Where the score of the data hardly knows the element itself (coefficients of a basis, which all
// data share) its slope says nothing of the information. Groups with data of their own have 0.6 and
// more, bases 0.3 and less.
constexpr double kLeastExplained = 0.4;
// Weights that are on average so near to what is written are not worth other coordinates.
constexpr double kNear = 0.15;
constexpr std::uint64_t kLearningSeed = 1;
constexpr std::uint32_t kLearningChain = std::numeric_limits<std::uint32_t>::max() - 1;

// What is to be known of one element: the data's score against where it lies.
struct Slope {
  double count = 0.0;
  double position = 0.0, score = 0.0;  // means
  double positions = 0.0, products = 0.0, scores = 0.0;

  void add(double x, double y) {
    count += 1.0;
    const double deviation = x - position;
    position += deviation / count;
    const double other = y - score;
    score += other / count;
    scores += other * (y - score);
    positions += deviation * (x - position);
    products += deviation * (y - score);
  }
  // The share of the score that the element itself explains.
  [[nodiscard]] double explained() const {
    return positions > 0.0 && scores > 0.0 ? products * products / (positions * scores) : 0.0;
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
    std::vector<double> result(size, 0.0);
    for (std::size_t i = 0; i < size; ++i) {
      const double information = elements.slopes[i].information();
      const double scale = low_scale(elements, i);
      const double share = information * scale * scale;
      result[i] = share / (1.0 + share);
    }
    return result;
  }
  // Of a variable, on average.
  [[nodiscard]] double explained(std::size_t k) const {
    double sum = 0.0;
    for (const Slope& slope : elements_[k].slopes) sum += slope.explained();
    return sum / static_cast<double>(elements_[k].slopes.size());
  }
  [[nodiscard]] bool has_learnt() const { return iteration_ > 2 * kFirstLearnt; }

 private:
  // Of one element, a scale that few of the run are below.
  [[nodiscard]] static double low_scale(const Elements& elements, std::size_t i) {
    const std::size_t size = elements.slopes.size();
    std::vector<double> scales;
    for (std::size_t p = i; p < elements.scales.size(); p += size) {
      scales.push_back(elements.scales[p]);
    }
    const auto low =
        scales.begin() + static_cast<std::ptrdiff_t>(kLow * static_cast<double>(scales.size()));
    std::ranges::nth_element(scales, low);
    return *low;
  }

  // With theta = m + t^(1 - w) (eta - w m) and eta ~ normal(w m, t^w).
  void add(std::size_t k, const sampler::Point& point) {
    Elements& elements = elements_[k];
    const std::span<const double> locations = places_.output(2 * k);
    const std::span<const double> scales = places_.output(2 * k + 1);
    // Of very many elements few scales will do.
    constexpr std::size_t kMany = 20000;
    constexpr std::size_t kMostStride = 16;
    const auto stride = static_cast<std::int64_t>(std::min(kMostStride, 1 + scales.size() / kMany));
    const bool is_kept = iteration_ % stride == 0;
    for (std::size_t i = 0; i < elements.slopes.size(); ++i) {
      const double w = weights_[k][i], m = locations[i], t = scales[i];
      const double stretch = std::pow(t, 1.0 - w);
      const double deviation = point.position[elements.start + i] - w * m;
      const double prior = -deviation * stretch * stretch / (t * t);
      const double score = (point.gradient[elements.start + i] - prior) / stretch;
      elements.slopes[i].add(m + stretch * deviation, score);
      if (is_kept) elements.scales.push_back(t);
    }
  }

  evaluate::Evaluator places_;
  const std::vector<std::vector<double>>& weights_;
  const std::atomic<bool>* stop_;
  std::vector<Elements> elements_;
  std::int64_t iteration_ = 0;
};

sampler::Settings learning_settings(const Ready& ready) {
  sampler::Settings settings = ready.options.settings;
  settings.warmup = kLearningIterations;
  settings.draws = 0;
  settings.thin = 1;
  settings.save_warmup = false;
  settings.stops_when_settled = false;
  settings.jumps = false;
  settings.max_depth = std::min(settings.max_depth, kMostLearningDepth);
  return settings;
}

// Where all are about 0 or all about 1 no power is needed.
void round_weights(std::vector<double>& weights, double written) {
  for (double& w : weights) w = std::isfinite(w) ? std::round(w * kLevels) / kLevels : written;
  const auto [least, most] = std::ranges::minmax(weights);
  if (most <= 1.0 / kLevels) std::ranges::fill(weights, 0.0);
  if (least >= 1.0 - 1.0 / kLevels) std::ranges::fill(weights, 1.0);
}

bool are_nested(const model::Model& model, const std::vector<model::Located>& located) {
  return std::ranges::any_of(located, [&](const model::Located& one) {
    const std::vector<std::size_t> around = model::variables_around(model, one);
    return std::ranges::any_of(located, [&](const model::Located& other) {
      return std::ranges::find(around, other.variable) != around.end();
    });
  });
}

// Weights from a run with those that are given; false if there was none, for want of a beginning.
bool relearn(const Ready& ready, density::Centring& centring) {
  const auto centred = prepare_centred(ready.prepared, centring);
  Team team(workers_of(ready.prepared, ready.options));
  EvaluatedDensity written(ready.prepared, &team);
  CentredDensity density(*centred, written, nullptr);
  Learning learning(ready.prepared, *centred, ready.options.stop);
  const sampler::ChainKey key{kLearningSeed, kLearningChain};
  (void)sampler::run_chain(density, learning_settings(ready), key, {}, learning);
  if (!learning.has_learnt()) return false;
  for (std::size_t k = 0; k < centring.variables.size(); ++k) {
    centring.weights[k] = learning.weights(k);
    const double weight = centring.variables[k].written_weight();
    if (learning.explained(k) < kLeastExplained) std::ranges::fill(centring.weights[k], weight);
    round_weights(centring.weights[k], weight);
  }
  return true;
}

}  // namespace

density::Centring half_way(const Ready& ready, std::vector<model::Located> located) {
  density::Centring centring =
      density::written_centring(ready.prepared.sampled, std::move(located));
  for (std::vector<double>& weights : centring.weights) std::ranges::fill(weights, kHalfWay);
  return centring;
}

double mean_distance(const std::vector<double>& weights, double written) {
  double sum = 0.0;
  for (const double w : weights) sum += std::fabs(w - written);
  return sum / static_cast<double>(weights.size());
}

density::Centring learnt_centring(const Ready& ready, std::vector<model::Located> located) {
  const bool is_nested = are_nested(ready.prepared.sampled, located);
  density::Centring centring = half_way(ready, std::move(located));
  if (!relearn(ready, centring)) return {};
  // What is known of variables that others are located by depends on how far those are centred.
  if (is_nested && !relearn(ready, centring)) return {};
  density::Centring learnt;
  for (std::size_t k = 0; k < centring.variables.size(); ++k) {
    const double written = centring.variables[k].written_weight();
    if (mean_distance(centring.weights[k], written) < kNear) continue;
    learnt.variables.push_back(centring.variables[k]);
    learnt.weights.push_back(centring.weights[k]);
  }
  return learnt;
}

}  // namespace autumn::engine
