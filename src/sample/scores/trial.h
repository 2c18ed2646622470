// The trial of metrics: directions promise shorter trajectories, and warm-up counts what comes of
// it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sample/scores/directions.h"
#include "sample/scores/kind.h"
#include "sample/scores/moves.h"

namespace autumn::sampler {

// Compares what an effective draw costs with each kind of metric, by the steps of transitions, the
// price of one, and how far transitions move: the last window of a kind counts. Windows that are
// short, or the first transitions of one, while the step size is looked for, say nothing.
class MetricTrial {
 public:
  MetricTrial(const StepCosts& costs, std::size_t dimension);

  // A transition of this window took so many steps to come here.
  void add(std::int64_t leapfrogs, std::span<const double> position);
  // The window ends, in which the metric was of this kind and had so many directions.
  void end_window(ScoreMetric kind, std::size_t directions);
  // The kind for the next window. Directions are believed until they were tried; then they must
  // save a third, plainly, because what a window says is noisy. Where they do not, Stan's diagonal
  // has a window, too, and the cheapest of all goes on.
  [[nodiscard]] ScoreMetric next() const;
  void visit_fields(Fields& fields);

 private:
  struct Window {
    explicit Window(std::size_t dimension) : moves(dimension) {}
    bool is_there = false;
    double cost = 0.0;  // of a transition
    Moves moves;

    void visit_fields(Fields& fields);
  };

  [[nodiscard]] const Window& of(ScoreMetric kind) const {
    return windows_[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] ScoreMetric cheapest() const;

  StepCosts costs_;
  std::int64_t transitions_ = 0;  // of this window
  double leapfrogs_ = 0.0;        // but for the first of them
  Moves moves_;
  std::array<Window, kScoreMetrics> windows_;  // by kind
};

}  // namespace autumn::sampler
