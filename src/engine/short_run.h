// A short run tells what an effective draw of a model that is ready costs: a warm-up with a seed of
// its own, judged by counts and autocorrelations alone. It is the same for all seeds of the
// program, because chains that were started with several must come to the same plan.
#pragma once

#include "engine/ready.h"

namespace autumn::engine {

// Nanoseconds of an effective draw, with its share of a warm-up as long as sampling, from estimated
// nanoseconds per gradient; infinity if the run diverged, or if nothing is known. It is given up
// when its transitions alone are seen to cost more than an effective draw elsewhere, `most`.
[[nodiscard]] double cost_of_draw(const Ready& ready, double gradient, double most);

}  // namespace autumn::engine
