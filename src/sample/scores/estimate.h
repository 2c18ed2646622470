// A metric learnt from positions and their gradients (scores) together.
//
// The best metric is the one in whose coordinates positions and scores look alike: it minimises the
// Fisher divergence between the target and a normal distribution. For a diagonal that is the square
// root of var(position) / var(score), which is exact for independent normals after two points,
// because the noise of both cancels (Seyboldt et al. 2026). So it is good for the first windows.
// Where coordinates are correlated it lies between their variances and those given all others, and
// a few that are left wide among many narrow ones move slowly, since a trajectory ends when most of
// it has turned. Later diagonals are nearer to the variances: the geometric mean of both.
// Directions are added to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/error.h"
#include "sample/metric.h"
#include "sample/scores/directions.h"
#include "sample/scores/kind.h"
#include "sample/scores/rows.h"
#include "sample/welford.h"

namespace autumn::sampler {

// What is said if positions are too far out to learn from.
[[nodiscard]] Error metric_overflow();

// Of the last two windows: what is learnt early is forgotten soon, and an estimate never rests on
// a few points.
class ScoreEstimate {
 public:
  ScoreEstimate(std::size_t dimension, const StepCosts& costs);

  void add(std::span<const double> position, std::span<const double> score);
  void end_window();
  // Whether there are points enough to learn from.
  [[nodiscard]] bool is_ready() const;
  // Whether there are rows enough to find directions in, and that takes little of the `spent`
  // nanoseconds.
  [[nodiscard]] bool can_find_directions(double spent) const;

  // Elements about which nothing is known stay as they are. An error if the positions overflowed.
  [[nodiscard]] Result<Metric> metric(const Metric& current, ScoreMetric kind) const;
  void visit_fields(Fields& fields);

 private:
  struct Moments {
    explicit Moments(std::size_t dimension) : positions(dimension), scores(dimension) {}
    WelfordVariance positions;
    WelfordVariance scores;

    void visit_fields(Fields& fields);
  };

  [[nodiscard]] double element(double position, double score, ScoreMetric kind) const;

  StepCosts costs_;
  Moments both_;  // of the last window and this one
  Moments last_;  // of this one
  ScoreRows rows_;
  std::int64_t time_ = 0;
  std::int64_t begin_ = 0;  // of this window
};

}  // namespace autumn::sampler
