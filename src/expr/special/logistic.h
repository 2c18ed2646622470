// This header declares logarithms and exponentials of sums and differences that stay accurate at
// the ends of the range.
//
// NaN in gives NaN out, and an argument outside the domain gives NaN. Errors are a few ulp of the
// result unless a line says otherwise.
#pragma once

namespace autumn::special {

// 1 / (1 + exp(-x)); keeps full relative accuracy as the result goes to 0.
[[nodiscard]] double inv_logit(double x);

// log(x / (1 - x)) for x in [0, 1], relatively accurate also near its zero x = 1/2.
[[nodiscard]] double logit(double x);

// log(1 - x) for x <= 1.
[[nodiscard]] double log1m(double x);

// log(1 + exp(x)).
[[nodiscard]] double log1p_exp(double x);

// log(1 - exp(x)) for x <= 0; -inf at 0.
[[nodiscard]] double log1m_exp(double x);

// log(inv_logit(x)).
[[nodiscard]] double log_inv_logit(double x);

// log(exp(a) - exp(b)) for a >= b; -inf when they are equal, NaN when a < b or both are +inf. The
// error is relative to max(|a|, |result|).
[[nodiscard]] double log_diff_exp(double a, double b);

// log(exp(a) + exp(b)). The error is relative to max(|a|, |b|, |result|).
[[nodiscard]] double log_add_exp(double a, double b);

// x log(y), with 0 log(0) = 0.
[[nodiscard]] double lmultiply(double x, double y);

// x log(1 - y), with 0 log(0) = 0.
[[nodiscard]] double multiply_log1m(double x, double y);

// x / y, and 0 when x is 0 whatever y is (but NaN if y is NaN).
[[nodiscard]] double divide_or_zero(double x, double y);

}  // namespace autumn::special
