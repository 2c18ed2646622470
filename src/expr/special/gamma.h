// This header declares the gamma function's logarithm, its derivatives, and differences of them
// that do not cancel.
//
// NaN in gives NaN out, and an argument outside the domain gives NaN. No function touches global
// state (std::lgamma writes signgam). Below, u = 2^-53; the stated errors are the worst ones the
// tests allow.
#pragma once

namespace autumn::special {

// log|gamma(x)|; +inf at 0, -1, -2, ... Relative error 8u for x > 0, also near the zeros 1 and 2.
// For x < 0 the error is relative to max(1, |result|), because of the zeros between the negative
// integers.
[[nodiscard]] double lgamma(double x);

// log(gamma(1 + x)) for x >= 0, relatively accurate (8u) as x goes to 0, where 1 + x would be
// rounded.
[[nodiscard]] double lgamma1p(double x);

// The derivative of log gamma. Relative error 8u for x > 0, also near the zero 1.4616...; relative
// to max(1, |result|) for x < 0. -inf at +0, +inf at -0, NaN at the negative integers.
[[nodiscard]] double digamma(double x);

// The second derivative of log gamma. Relative error 8u for x > 0 and 16u for x < 0; +inf at 0, -1,
// -2, ...
[[nodiscard]] double trigamma(double x);

// The derivative of order n of digamma, for n = 0, 1, 2, ...; x > 0 if n >= 2. Relative error 1e-14
// for n <= 20, then growing with the size of the logarithm of the result.
[[nodiscard]] double polygamma(double n, double x);

// log(gamma(a + n) / gamma(a)) for a > 0 and a + n > 0, n not necessarily whole. The error is 8u
// relative to the result, except near the points where the result is zero: there it is that of a
// relative change of a few u in a and n.
[[nodiscard]] double log_rising_factorial(double a, double n);

// digamma(a + n) - digamma(a), same domain; relative error 16u everywhere.
[[nodiscard]] double digamma_difference(double a, double n);

// trigamma(a + n) - trigamma(a), same domain; relative error 16u everywhere.
[[nodiscard]] double trigamma_difference(double a, double n);

// log(gamma(a) gamma(b) / gamma(a + b)) for a, b > 0, relative error 16u; near the curve where the
// result is zero the error is relative to max(1, |result|).
[[nodiscard]] double lbeta(double a, double b);

// log of the binomial coefficient for real n >= k >= 0, relative error 16u.
[[nodiscard]] double lchoose(double n, double k);

}  // namespace autumn::special
