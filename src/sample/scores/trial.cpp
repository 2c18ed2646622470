// This file compares the transitions of several kinds of metric.
#include "sample/scores/trial.h"

#include <vector>

#include "base/numbers.h"

namespace autumn::sampler {
namespace {

constexpr std::int64_t kNotSeen = 10;
constexpr std::int64_t kFewestSeen = 20;
// Of what an effective draw costs without directions.
constexpr double kPlainly = 2.0 / 3.0;

}  // namespace

MetricTrial::MetricTrial(const StepCosts& costs, std::size_t dimension)
    : costs_(costs),
      moves_(dimension),
      windows_{Window(dimension), Window(dimension), Window(dimension)} {}

void MetricTrial::add(std::int64_t leapfrogs, std::span<const double> position) {
  if (transitions_++ < kNotSeen) return;
  leapfrogs_ += static_cast<double>(leapfrogs);
  moves_.add(position);
}

void MetricTrial::end_window(ScoreMetric kind, std::size_t directions) {
  const std::int64_t seen = transitions_ - kNotSeen;
  if (seen >= kFewestSeen) {
    Window& window = windows_[static_cast<std::size_t>(kind)];
    window.is_there = true;
    window.cost = (costs_.gradient + costs_.per_direction * static_cast<double>(directions)) *
                  leapfrogs_ / static_cast<double>(seen);
    window.moves = moves_;
  }
  transitions_ = 0;
  leapfrogs_ = 0.0;
  moves_.restart();
}

// By the cost of an effective draw, with what directions must save on top.
ScoreMetric MetricTrial::cheapest() const {
  std::vector<const Moves*> moves;
  std::vector<ScoreMetric> kinds;
  for (std::size_t k = 0; k < kScoreMetrics; ++k) {
    if (!windows_[k].is_there) continue;
    kinds.push_back(static_cast<ScoreMetric>(k));
    moves.push_back(&windows_[k].moves);
  }
  const std::vector<double> pace = paces(moves);
  ScoreMetric best = kinds.front();
  double least = kInfinity;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const double cost =
        of(kinds[k]).cost / pace[k] * (kinds[k] == ScoreMetric::kDirections ? 1.0 / kPlainly : 1.0);
    if (!(cost < least)) continue;
    least = cost;
    best = kinds[k];
  }
  return best;
}

ScoreMetric MetricTrial::next() const {
  using enum ScoreMetric;
  if (!of(kDirections).is_there || !of(kDiagonal).is_there) return kDirections;
  const ScoreMetric best = cheapest();
  if (best == kDirections || of(kPositions).is_there) return best;
  return kPositions;
}

void MetricTrial::Window::visit_fields(Fields& fields) {
  auto& [is_it, of_transition, all_moves] = *this;
  fields("is_there", is_it);
  fields("cost", of_transition);
  fields("moves", all_moves);
}

void MetricTrial::visit_fields(Fields& fields) {
  // `costs` are settings.
  [[maybe_unused]] auto& [costs, transitions, leapfrogs, moves, windows] = *this;
  fields("transitions", transitions);
  fields("leapfrogs", leapfrogs);
  fields("moves", moves);
  auto& [diagonal, directions, positions] = windows;
  fields("with_diagonal", diagonal);
  fields("with_directions", directions);
  fields("with_positions", positions);
}

}  // namespace autumn::sampler
