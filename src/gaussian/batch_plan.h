// Groups of cells and tall fronts, with the tables their numeric work reads.
#pragma once

#include "gaussian/batch.h"
#include "gaussian/block.h"
#include "gaussian/symbolic.h"

namespace autumn::gaussian {

// Empty if nothing is worth batching. `symbolic` has its fronts.
[[nodiscard]] Batches plan_batches(const Block& block, const Symbolic& symbolic);

}  // namespace autumn::gaussian
