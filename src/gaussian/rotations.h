// The rotations that reduce a cell, from the places where its rows are not zero.
#pragma once

#include "gaussian/batch.h"

namespace autumn::gaussian {

// Fills in rotations, lists, rows and zeros of a group. `patterns` has a bit per column, and one
// for the right-hand side, per row. False if a pivot has no row.
[[nodiscard]] bool plan_rotations(std::vector<std::uint32_t> patterns, CellGroup& group);

}  // namespace autumn::gaussian
