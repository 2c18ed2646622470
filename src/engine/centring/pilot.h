// Pilots compare coordinates by what an effective draw costs in short runs, with a seed of their
// own.
#pragma once

#include "engine/ready.h"

namespace autumn::engine {

// What an effective draw costs with `prepared.centred`, in units of what it costs without: between
// a tenth and ten, because a short run can tell no more. By correlations of neighbours, which a
// short run knows far better than sums of all: of the slowest few of those coordinates, as they are
// written, that are not centred, and of some that are. The evaluations that both pilots asked for
// are bounded by those of a chain of the run: the second pilot is given up when it has taken what a
// quarter of the chain's iterations would take in the coordinates of the first, and four times what
// that one took.
struct Tried {
  double ratio = 1.0;
  double evaluations_centred = 0.0;
  double evaluations_written = 0.0;
};
[[nodiscard]] Tried try_coordinates(const Ready& centred, const Ready& written);

// Evaluations of the second pilot, in units of the first one's.
[[nodiscard]] double most_of_written(const sampler::Settings& settings);

}  // namespace autumn::engine
