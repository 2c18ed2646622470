// This header declares the quantile function of the beta distribution, for the standard error of a
// quantile.
#pragma once

namespace autumn::output {

// The x with P(Beta(a, b) <= x) = probability, for a, b > 0; NaN if an argument is NaN.
[[nodiscard]] double beta_quantile(double probability, double a, double b);

}  // namespace autumn::output
