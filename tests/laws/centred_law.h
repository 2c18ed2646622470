// The law of coordinates says that in those of the sampler's own (`density/centred.h`) the density
// is the one that is written, times the Jacobian between them.
#pragma once

#include <cstdint>

#include "laws/fast_law.h"

namespace autumn::laws {

// At random coordinates, with random weights of whatever is located; `density` is that of what
// `prepared` samples.
[[nodiscard]] Found centred_law(const engine::Prepared& prepared,
                                const collapse::testing::InterpretedDensity& density,
                                std::uint64_t seed);

}  // namespace autumn::laws
