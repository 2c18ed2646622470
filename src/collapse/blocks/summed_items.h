// This header decides which elements of a Gaussian block are written as running sums.
#pragma once

#include <vector>

#include "collapse/blocks/gaussian_block.h"
#include "collapse/forms/running_sums.h"

namespace autumn::collapse {

// Those that sum to zero, and long vectors of which some factor has the sum (`sum(phi) ~ normal(0,
// 0.001 * N)`) while all other rows are short: a row with all elements would join every column with
// every other, where a sum is one column.
[[nodiscard]] std::vector<SummedItem> summed_items(const GaussianRequest& request,
                                                   Builder& builder);

}  // namespace autumn::collapse
