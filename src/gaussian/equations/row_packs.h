// Rows whose entries are numbers in the same few columns are found once, so that an evaluation
// takes them side by side.
#pragma once

#include <vector>

#include "gaussian/equations/equations.h"

namespace autumn::gaussian::equations {

// Fills in the packs of the open rows, and those that are in none. The entries must have their
// places; marks are per row of the innovations.
void pack_rows(const Block& block, const std::vector<bool>& is_dense, Equations& equations);

}  // namespace autumn::gaussian::equations
