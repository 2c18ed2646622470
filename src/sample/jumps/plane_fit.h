// A plane fit is a plane density that follows a log density of two dimensions.
#pragma once

#include <optional>

#include "base/random.h"
#include "sample/jumps/plane.h"
#include "sample/jumps/trail.h"

namespace autumn::sampler {

// Lines begin in the middle of the trail and go on to either side until their mass is negligible;
// the centre and the scale of each follow from those before. Points drawn from the fit then say
// where it is off, and more lines go there. Nothing if this takes too many values, or where the
// density is not finite.
[[nodiscard]] std::optional<PlaneDensity> fit_plane(const Trail& trail, Values& values,
                                                    Random& random);

}  // namespace autumn::sampler
