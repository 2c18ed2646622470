// The cost of a prepared program, from counts of its instructions and their sizes: never from a
// clock, because choices hang on it that must be the same on every machine.
#pragma once

#include "evaluate/program.h"

namespace autumn::evaluate {

// About what one evaluation takes on one core of 2023, in nanoseconds. Only ratios matter.
[[nodiscard]] double nanoseconds(const PreparedProgram& program);

}  // namespace autumn::evaluate
