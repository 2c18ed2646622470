// This file estimates metrics from positions and scores.
#include "sample/scores/estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace autumn::sampler {

namespace {

constexpr std::int64_t kFewestPoints = 5;
// Before that the chain may still be on its way, in one direction, and windows are short.
constexpr std::int64_t kFirstDirections = 100;
// What finding directions may take of what the trajectories before it took.
constexpr double kShare = 0.25;

// As many rows as dimensions tell all directions; in many dimensions a few of the farthest must do,
// because what it takes to find them grows with the square of the rows.
std::size_t most_rows(std::size_t dimension) {
  constexpr std::size_t kFew = 64, kMany = 512;
  return dimension <= kFew ? kMany : kFew;
}

bool is_usable(double value) {
  return value > 0.0 && std::isfinite(value);
}

}  // namespace

Error metric_overflow() {
  return {.message = "Numerical overflow in the adaptation of the metric",
          .suggestion =
              "The sampler met extreme values on the unconstrained scale: the posterior "
              "may be improper or far too wide. Check the priors.",
          .where = {}};
}

ScoreEstimate::ScoreEstimate(std::size_t dimension, const StepCosts& costs)
    : costs_(costs), both_(dimension), last_(dimension), rows_(most_rows(dimension)) {}

void ScoreEstimate::add(std::span<const double> position, std::span<const double> score) {
  for (Moments* moments : {&both_, &last_}) {
    moments->positions.add(position);
    moments->scores.add(score);
  }
  rows_.add(time_, position, score);
  ++time_;
}

void ScoreEstimate::end_window() {
  both_ = last_;
  last_.positions.restart();
  last_.scores.restart();
  rows_.forget_before(begin_);
  begin_ = time_;
}

bool ScoreEstimate::is_ready() const {
  return both_.positions.count() >= kFewestPoints;
}

// An orthonormal basis and three splits by eigenvectors; nanoseconds per operation were measured.
bool ScoreEstimate::can_find_directions(double spent) const {
  constexpr double kPerProduct = 0.25, kSplits = 4.0;
  const auto dimension = static_cast<double>(both_.positions.dimension());
  const double rank = std::min(dimension, 2.0 * static_cast<double>(rows_.count()));
  const double cost = kPerProduct * rank * rank * (dimension + kSplits * rank);
  return time_ > kFirstDirections && cost <= kShare * spent;
}

// From the variances of a coordinate and of its score.
double ScoreEstimate::element(double position, double score, ScoreMetric kind) const {
  if (kind == ScoreMetric::kPositions || !is_usable(position)) return position;
  const double alike = std::sqrt(position / score);
  return time_ >= kFirstDirections ? std::sqrt(position) * std::sqrt(alike) : alike;
}

Result<Metric> ScoreEstimate::metric(const Metric& current, ScoreMetric kind) const {
  const std::vector<double> positions = both_.positions.variance();
  const std::vector<double> scores = both_.scores.variance();
  std::vector<double> diagonal(current.inverse().begin(), current.inverse().end());
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    if (!std::isfinite(positions[i])) return metric_overflow();
    const double found = element(positions[i], scores[i], kind);
    if (is_usable(scores[i]) && is_usable(found)) diagonal[i] = found;
  }
  Directions directions;
  if (kind == ScoreMetric::kDirections) directions = learn_directions(rows_, diagonal, costs_);
  return Metric::stretched(std::move(diagonal), std::move(directions));
}

void ScoreEstimate::Moments::visit_fields(Fields& fields) {
  auto& [of_positions, of_scores] = *this;
  fields("positions", of_positions);
  fields("scores", of_scores);
}

void ScoreEstimate::visit_fields(Fields& fields) {
  // `costs` are settings.
  [[maybe_unused]] auto& [costs, both, last, rows, time, begin] = *this;
  fields("both", both);
  fields("last", last);
  fields("rows", rows);
  fields("time", time);
  fields("begin", begin);
}

}  // namespace autumn::sampler
