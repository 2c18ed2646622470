// Whether the density of a program is a sum over the rows of its data, beside what knows none.
#pragma once

#include "base/error.h"
#include "engine/shards/shard_densities.h"

namespace autumn::engine {

// An error unless f(A and B) + f(no rows) = f(A) + f(B), values and gradients, for rows A and B of
// several places, at points at random. The points, too, follow from the data alone.
[[nodiscard]] Status check_additive(const ShardProgram& program);

}  // namespace autumn::engine
