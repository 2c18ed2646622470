// The choices of a run are made before its chains begin, from program, data, options and seed: a
// run that goes on must come to the same.
#pragma once

#include <cstdint>

#include "engine/prepare.h"

namespace autumn::engine {

// A digest of the plan and the coordinates of the sampler.
[[nodiscard]] std::uint64_t choices_of(const Prepared& prepared);

}  // namespace autumn::engine
