// This file adapts step size and metric together: a new metric means a new scale for steps, so
// their averaging starts again.
#include "sample/adaptation.h"

#include <cmath>
#include <utility>
#include <vector>

#include "base/numbers.h"

namespace autumn::sampler {

namespace {

// Nanoseconds that a leapfrog step takes for an element of a direction, in those in which gradients
// are estimated.
constexpr double kPerElement = 0.3;

StepCosts step_costs(const Settings& settings, std::size_t dimension) {
  return {.gradient = settings.gradient_nanoseconds,
          .per_direction = kPerElement * static_cast<double>(dimension)};
}

// Adds `ridge` to every `stride`-th element, after shrinking them all.
bool regularise(std::vector<double>& estimate, double count, std::size_t stride) {
  for (double& value : estimate) value *= count / (count + 5.0);
  for (std::size_t i = 0; i < estimate.size(); i += stride) {
    estimate[i] += 1e-3 * (5.0 / (count + 5.0));
  }
  for (const double value : estimate) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

// The unit metric has nothing to learn, hence no windows.
WindowSchedule windows_of(const Settings& settings) {
  if (settings.metric == MetricKind::kUnit) return {};
  const WindowOptions options{.warmup = settings.warmup,
                              .init_buffer = settings.adapt_init_buffer,
                              .term_buffer = term_buffer(settings),
                              .window = settings.adapt_window};
  return settings.learns_from_scores() ? make_score_windows(options) : make_windows(options);
}

}  // namespace

Result<Metric> learn_metric(const WelfordVariance& estimate) {
  std::vector<double> variance = estimate.variance();
  if (!regularise(variance, static_cast<double>(estimate.count()), 1)) return metric_overflow();
  return Metric::diagonal(std::move(variance));
}

Result<Metric> learn_metric(const WelfordCovariance& estimate, std::size_t dimension) {
  std::vector<double> covariance = estimate.covariance();
  if (!regularise(covariance, static_cast<double>(estimate.count()), dimension + 1)) {
    return metric_overflow();
  }
  return Metric::dense(dimension, std::move(covariance));
}

Adaptation::Adaptation(const Settings& settings, Hamiltonian& hamiltonian)
    : hamiltonian_(hamiltonian),
      step_size_(settings.step_size),
      flat_(settings.allow_improper ? FlatDensity::kIsAllowed : FlatDensity::kIsError),
      averaging_({.delta = settings.adapt_delta,
                  .gamma = settings.adapt_gamma,
                  .kappa = settings.adapt_kappa,
                  .t0 = settings.adapt_t0}),
      windows_(windows_of(settings)),
      gradient_nanoseconds_(settings.gradient_nanoseconds),
      trial_(step_costs(settings, hamiltonian.dimension()), hamiltonian.dimension()) {
  if (windows_.ends.empty()) return;
  if (settings.learns_from_scores()) {
    estimate_.emplace<ScoreEstimate>(hamiltonian.dimension(),
                                     step_costs(settings, hamiltonian.dimension()));
  } else if (settings.metric == MetricKind::kDiagonal) {
    estimate_.emplace<WelfordVariance>(hamiltonian.dimension());
  }
  if (settings.metric == MetricKind::kDense) {
    estimate_.emplace<WelfordCovariance>(hamiltonian.dimension());
  }
}

Status Adaptation::begin(const Point& point, Random& random) {
  Result<double> found = search_step_size(hamiltonian_, point, step_size_, random, flat_);
  if (!found) return found.error();
  step_size_ = found.value();
  averaging_.restart(step_size_);
  return Done{};
}

Status Adaptation::learn(std::int64_t iteration, const Statistics& statistics, const Point& point,
                         Random& random) {
  step_size_ = averaging_.learn(statistics.accept_stat);
  trial_.add(statistics.n_leapfrog, point.position);
  return learn_point(iteration, point, random);
}

Status Adaptation::learn_point(std::int64_t iteration, const Point& point, Random& random) {
  if (windows_.collects(iteration)) {
    if (auto* variance = std::get_if<WelfordVariance>(&estimate_)) variance->add(point.position);
    if (auto* covariance = std::get_if<WelfordCovariance>(&estimate_)) {
      covariance->add(point.position);
    }
    if (auto* scores = std::get_if<ScoreEstimate>(&estimate_); scores && point.has_gradient) {
      scores->add(point.position, point.gradient);
    }
  }
  if (!windows_.ends_at(iteration)) return Done{};
  if (Status ended = end_window(iteration == windows_.ends.back()); !ended) return ended;
  return begin(point, random);
}

Status Adaptation::end_window(bool is_last) {
  auto replace = [this](auto& estimate, Result<Metric> metric) -> Status {
    if (!metric) return metric.error();
    hamiltonian_.set_metric(std::move(metric).value());
    estimate.restart();
    return Done{};
  };
  if (auto* variance = std::get_if<WelfordVariance>(&estimate_)) {
    if (variance->count() > 1) return replace(*variance, learn_metric(*variance));
  }
  if (auto* scores = std::get_if<ScoreEstimate>(&estimate_)) {
    return scores->is_ready() ? end_window(*scores, is_last) : Done{};
  }
  if (auto* covariance = std::get_if<WelfordCovariance>(&estimate_)) {
    if (covariance->count() > 1) {
      return replace(*covariance, learn_metric(*covariance, hamiltonian_.dimension()));
    }
  }
  return Done{};
}

// Where trajectories are cheap, directions are looked for less often. Those that are there stay
// until others are found, and the window goes on; the last time is for all draws to come.
// Directions that failed their trial leave at once.
Status Adaptation::end_window(ScoreEstimate& scores, bool is_last) {
  const std::size_t directions = hamiltonian_.metric().directions().count();
  trial_.end_window(directions > 0 ? ScoreMetric::kDirections : kind_, directions);
  const double spent =
      is_last ? kInfinity
              : gradient_nanoseconds_ * static_cast<double>(hamiltonian_.gradients() - gradients_);
  const ScoreMetric wanted = trial_.next();
  const bool finds = wanted == ScoreMetric::kDirections && scores.can_find_directions(spent);
  if (wanted == ScoreMetric::kDirections && !finds && directions > 0) return Done{};
  const ScoreMetric kind = finds                                ? ScoreMetric::kDirections
                           : wanted == ScoreMetric::kDirections ? ScoreMetric::kDiagonal
                                                                : wanted;
  Result<Metric> metric = scores.metric(hamiltonian_.metric(), kind);
  if (!metric) return metric.error();
  hamiltonian_.set_metric(std::move(metric).value());
  scores.end_window();
  kind_ = kind == ScoreMetric::kPositions ? kind : ScoreMetric::kDiagonal;
  if (finds) gradients_ = hamiltonian_.gradients();
  return Done{};
}

void Adaptation::finish() {
  // Without a transition since the last window (term_buffer = 0) the searched step size is the best
  // there is.
  if (averaging_.has_average()) step_size_ = averaging_.average();
}

void Adaptation::visit_fields(Fields& fields) {
  // The Hamiltonian is that of the chain; `flat`, what a gradient takes and the kind of the
  // estimate follow from the settings.
  [[maybe_unused]] auto& [hamiltonian, step_size, flat, averaging, windows, gradient_nanoseconds,
                          gradients, trial, kind, estimate] = *this;
  fields("step_size", step_size);
  fields("averaging", averaging);
  fields("windows", windows);
  fields("gradients", gradients);
  fields("trial", trial);
  fields("kind", kind);
  if (auto* variance = std::get_if<WelfordVariance>(&estimate)) fields("variance", *variance);
  if (auto* covariance = std::get_if<WelfordCovariance>(&estimate)) {
    fields("covariance", *covariance);
  }
  if (auto* scores = std::get_if<ScoreEstimate>(&estimate)) fields("scores", *scores);
}

}  // namespace autumn::sampler
