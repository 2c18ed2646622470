// This header declares the logarithm of the regularised incomplete beta function and its
// derivatives with respect to both shapes.
//
// I_x(a, b) = 1 / B(a, b) * integral of t^(a-1) (1-t)^(b-1) over (0, x); a, b > 0 and x in [0, 1],
// else NaN. The error of the logarithm is 1e-13 * max(1, |result|), checked up to shapes of 1e6;
// where I is close to 1 the small logarithm has relative error 1e-11. Derivatives have relative
// error 1e-10. The work does not grow with the shapes.
#pragma once

namespace autumn::special {

[[nodiscard]] double log_inc_beta(double a, double b, double x);

// d/da, negative, and d/db, positive.
[[nodiscard]] double log_inc_beta_da(double a, double b, double x);
[[nodiscard]] double log_inc_beta_db(double a, double b, double x);

}  // namespace autumn::special
