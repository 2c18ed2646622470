// Directions are those in which a diagonal metric is wrong, learnt from a few positions and scores.
//
// In coordinates in which the diagonal is one, the metric that fits best is the geometric mean of
// cov(positions) and cov(scores)^-1 (Seyboldt et al. 2026): it minimises the Fisher divergence
// between the target and a normal distribution, and is exact for a normal target as soon as there
// are as many points as dimensions. With fewer points it is known in the space that they span.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sample/metric.h"
#include "sample/scores/rows.h"

namespace autumn::sampler {

// What a leapfrog step costs, in any unit.
struct StepCosts {
  double gradient = 0.0;
  double per_direction = 0.0;
};

// The directions of these rows that are worth their products; none if there are too few rows to
// tell.
[[nodiscard]] Directions learn_directions(const ScoreRows& rows, std::span<const double> diagonal,
                                          const StepCosts& costs);

// Which of these stretches (ascending) are worth it. A trajectory takes about as many steps as the
// square root of the largest stretch over the least that the metric does not know of; so the
// farthest ones are taken as long as that gains more than it costs. Stretches near 1 never are.
struct Ends {
  std::size_t below = 0;  // so many of the least
  std::size_t above = 0;  // and of the largest
};
[[nodiscard]] Ends worthwhile(std::span<const double> stretches, const StepCosts& costs);

}  // namespace autumn::sampler
