// This header declares gathers and scatters, which can take part in a loop over strips.
#pragma once

#include "evaluate/step.h"

namespace autumn::evaluate {

// Gathers by an explicit index and by a range that is no view.
void run_gather(const Step& step, Strip strip);
void run_gather_range(const Step& step, Strip strip);
// Scatter-adds by any index and by a range.
void run_scatter(const Step& step, Strip strip);
void run_scatter_range(const Step& step, Strip strip);

}  // namespace autumn::evaluate
