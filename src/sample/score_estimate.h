// A metric learnt from positions and their gradients (scores) together.
//
// The best metric is the one in whose coordinates positions and scores look alike: it minimises the
// Fisher divergence between the target and a normal distribution. For a diagonal that is the square
// root of var(position) / var(score), which is exact for independent normals after two points,
// because the noise of both cancels. Beside the diagonal, the directions are those in which the
// geometric mean of cov(positions) and cov(scores)^-1 is far from one (Seyboldt et al. 2026).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "sample/metric.h"
#include "sample/welford.h"

namespace autumn::sampler {

// What is said if positions are too far out to learn from.
[[nodiscard]] Error metric_overflow();

// Positions and scores, a few of many, spread evenly over the time in which they came.
class ScoreRows {
 public:
  explicit ScoreRows(std::size_t most) : most_(most) {}

  void add(std::int64_t time, std::span<const double> position, std::span<const double> score);
  // Forgets what came earlier.
  void forget_before(std::int64_t time);

  [[nodiscard]] std::size_t count() const { return times_.size(); }
  // All positions, and all scores, one after the other.
  [[nodiscard]] const std::vector<double>& positions() const { return positions_; }
  [[nodiscard]] const std::vector<double>& scores() const { return scores_; }

 private:
  template <class Keep>
  void keep_if(std::size_t dimension, const Keep& keep);

  std::size_t most_;
  std::int64_t stride_ = 1;
  std::vector<std::int64_t> times_;
  std::vector<double> positions_;
  std::vector<double> scores_;
};

// The directions that a diagonal metric lacks; none if there are too few rows to tell.
[[nodiscard]] Directions learn_directions(const ScoreRows& rows, std::span<const double> diagonal);

// Of the last two windows: what is learnt early is forgotten soon, and an estimate never rests on
// a few points.
class ScoreEstimate {
 public:
  enum class Shape { kDiagonal, kWithDirections };

  ScoreEstimate(std::size_t dimension, Shape shape);

  void add(std::span<const double> position, std::span<const double> score);
  void end_window();
  // Points that an estimate would rest on.
  [[nodiscard]] std::int64_t count() const { return both_.positions.count(); }
  // Elements about which nothing is known stay as they are. An error if the positions overflowed.
  [[nodiscard]] Result<Metric> metric(const Metric& current) const;

 private:
  struct Moments {
    explicit Moments(std::size_t dimension) : positions(dimension), scores(dimension) {}
    WelfordVariance positions;
    WelfordVariance scores;
  };

  Moments both_;  // of the last window and this one
  Moments last_;  // of this one
  ScoreRows rows_;
  std::int64_t time_ = 0;
  std::int64_t begin_ = 0;  // of this window
};

}  // namespace autumn::sampler
