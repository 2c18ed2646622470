// This header declares the logarithms of the regularised incomplete gamma functions and their
// derivatives with respect to the shape.
//
// P(a, x) = 1 / gamma(a) * integral of t^(a-1) e^-t over (0, x), Q = 1 - P; a > 0, x >= 0, else
// NaN. The error of a logarithm is 1e-14 * max(1, |result|), so that of P itself 1e-14 until it is
// tiny; where P (or Q) is close to 1 the small logarithm has relative error 1e-12. Derivatives have
// relative error 1e-12. The work does not grow with a.
#pragma once

namespace autumn::special {

[[nodiscard]] double log_gamma_p(double a, double x);
[[nodiscard]] double log_gamma_q(double a, double x);

// d/da log P(a, x), negative, and d/da log Q(a, x), positive.
[[nodiscard]] double log_gamma_p_da(double a, double x);
[[nodiscard]] double log_gamma_q_da(double a, double x);

}  // namespace autumn::special
