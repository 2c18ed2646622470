// Blocks divide long loops over rows, so that several threads can share one evaluation.
#pragma once

#include "evaluate/code.h"
#include "evaluate/program.h"
#include "evaluate/schedule.h"

namespace autumn::evaluate {

// Divides the loops of a program over more than kBlockRows rows, once its instructions are there.
// Blocks follow from the program alone. Where a block would add to about as many numbers as it has
// rows, as a sum over groups does where every row has its own, the blocks are longer, or there are
// none.
void divide_into_blocks(Code& code);

// Whether several threads have something to share.
[[nodiscard]] bool has_blocks(const PreparedProgram& program);

}  // namespace autumn::evaluate
