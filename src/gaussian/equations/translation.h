// A translation moves columns that most rows share (an intercept) to where the data are, so that
// data far from zero leave no digits behind.
#pragma once

#include "gaussian/equations/innovations.h"

namespace autumn::gaussian::equations {

// Fills in `start` and `shift`. Columns that are innovations, or have a coefficient that changes,
// stay where they are.
void translate(const Block& block, Innovated& innovated);

}  // namespace autumn::gaussian::equations
