// This header declares R-hat and effective sample size of chains that are already split: the two
// formulas the diagnostics are made of.
#pragma once

#include <vector>

#include "output/diagnostics/autocovariance.h"
#include "output/diagnostics/chain_matrix.h"

namespace autumn::output {

// First and second half of every chain as chains of their own; the middle draw of an odd chain
// belongs to neither.
[[nodiscard]] std::vector<double> split_values(const ChainMatrix& x);

// NaN if there is a non-finite number among them, or if they are all the same (posterior's
// should_return_NA).
[[nodiscard]] bool is_undefined(std::span<const double> values);

// Square root of (total variance / variance within), without ranks.
[[nodiscard]] double basic_rhat(const ChainMatrix& split);

// Geyer's initial monotone sequence over all chains; NaN for fewer than three draws per chain.
[[nodiscard]] double basic_ess(const ChainMatrix& split, Autocovariance& autocovariance);

// The same where it is known that the values are finite and not all the same.
[[nodiscard]] double defined_rhat(const ChainMatrix& split);
[[nodiscard]] double defined_ess(const ChainMatrix& split, Autocovariance& autocovariance);

}  // namespace autumn::output
