// This header declares gathers and scatters, which can take part in a loop over strips.
#pragma once

#include "evaluate/bound_instruction.h"

namespace autumn::evaluate {

// Gathers by an explicit index and by a range that is no view.
void run_gather(const BoundInstruction& bound, Strip strip);
void run_gather_range(const BoundInstruction& bound, Strip strip);
// Scatter-adds by any index and by a range.
void run_scatter(const BoundInstruction& bound, Strip strip);
void run_scatter_range(const BoundInstruction& bound, Strip strip);

}  // namespace autumn::evaluate
