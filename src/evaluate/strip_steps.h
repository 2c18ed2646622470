// Steps that are not elementwise but can take part in a loop over strips.
#pragma once

#include "evaluate/step.h"

namespace autumn::evaluate {

// The sum of n numbers, in eight interleaved parts.
[[nodiscard]] double sum(const double* x, std::size_t n);

void run_sum(const Step& step, Strip strip);
void run_dot(const Step& step, Strip strip);
// Gathers by an explicit index and by a range that is no view.
void run_gather(const Step& step, Strip strip);
void run_gather_range(const Step& step, Strip strip);
// Scatter-adds by any index, by a range, and by a non-decreasing index (sums of segments).
void run_scatter(const Step& step, Strip strip);
void run_scatter_range(const Step& step, Strip strip);
void run_segments(const Step& step, Strip strip);

}  // namespace autumn::evaluate
