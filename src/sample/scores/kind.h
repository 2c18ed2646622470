// The kinds of metric that are learnt from positions and scores.
#pragma once

#include <cstddef>

namespace autumn::sampler {

// A diagonal from both; one with directions; or Stan's diagonal, the variances of positions.
enum class ScoreMetric { kDiagonal, kDirections, kPositions };
inline constexpr std::size_t kScoreMetrics = 3;

}  // namespace autumn::sampler
