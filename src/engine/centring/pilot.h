// Pilots compare coordinates by what an effective draw costs in short runs, with a seed of their
// own.
#pragma once

#include "engine/ready.h"

namespace autumn::engine {

// What an effective draw costs with `prepared.centred`, in units of what it costs without: between
// a tenth and ten, because a short run can tell no more. By correlations of neighbours, which a
// short run knows far better than sums of all: of the slowest few of those coordinates, as they are
// written, that are not centred, and of some that are.
[[nodiscard]] double tried_ratio(const Ready& centred, const Ready& written);

}  // namespace autumn::engine
