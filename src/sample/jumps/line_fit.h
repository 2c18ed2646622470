// A line fit is a piecewise density that follows a log density of one dimension.
#pragma once

#include <optional>

#include "sample/jumps/piecewise.h"
#include "sample/jumps/trail.h"

namespace autumn::sampler {

// Knots are a few of the trail's positions, others in its tails until the density is negligible,
// and more wherever a line between two knots is off. Nothing if the trail stands still or if the
// density is not finite.
[[nodiscard]] std::optional<PiecewiseDensity> fit_line(const Trail& trail, Values& values);

}  // namespace autumn::sampler
