// This header declares mean, variance and quantiles of plain numbers, as R defines them.
#pragma once

#include <span>

namespace autumn::output {

// Two passes, as R: the second removes the rounding error of the first. NaN for no values.
[[nodiscard]] double mean(std::span<const double> values);
// Divided by n - 1; NaN for fewer than two values.
[[nodiscard]] double variance(std::span<const double> values);
// The same where the mean is known.
[[nodiscard]] double variance_around(double centre, std::span<const double> values);
// R's type 7: linear between order statistics. Values in ascending order, without NaN; NaN if there
// are none.
[[nodiscard]] double quantile_of_sorted(std::span<const double> sorted, double probability);

}  // namespace autumn::output
