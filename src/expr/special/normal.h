// This header declares the normal distribution function, its logarithm, inverse and Mills ratio,
// and Owen's T function.
//
// NaN in gives NaN out, and an argument outside the domain gives NaN. Below, u = 2^-53.
#pragma once

namespace autumn::special {

[[nodiscard]] double erf(double x);
[[nodiscard]] double erfc(double x);

// P(Z <= x) for standard normal Z; relative error 16u until the result underflows near x = -38.5.
[[nodiscard]] double normal_cdf(double x);

// log P(Z <= x); relative error 16u on both sides (-x^2/2 far left, -tiny far right).
[[nodiscard]] double log_normal_cdf(double x);

// phi(x) / Phi(x), the derivative of log_normal_cdf; relative error 16u. It goes as -x for x ->
// -inf.
[[nodiscard]] double inverse_mills_ratio(double x);

// The x with P(Z <= x) = p, p in [0, 1]; relative error 8u.
[[nodiscard]] double inv_normal_cdf(double p);

// Owen's T(h, a) = 1 / (2 pi) * integral over x from 0 to a of exp(-h^2 (1 + x^2) / 2) / (1 + x^2);
// relative error 32u until the result underflows.
[[nodiscard]] double owens_t(double h, double a);

}  // namespace autumn::special
