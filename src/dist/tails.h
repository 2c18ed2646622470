// This header has the parts of log cdfs that several distributions share: probabilities near 0 and
// near 1 without cancellation.
#pragma once

#include "dist/constants.h"
#include "expr/term.h"

namespace autumn::dist {

// A logarithm this near to 0 still has all its digits; nearer ones go to underflow.
inline constexpr double kNearestLog = -1e-280;

// log(1 - exp(-t)) from log t, t >= 0. For small t it is log t - t/2 + O(t^2), also where t itself
// underflows. The arguments of the branch not taken are clamped to keep its slope finite.
[[nodiscard]] inline expr::Term log1m_exp_of_log(expr::Term log_t) {
  constexpr double kSmall = -20.0;
  const expr::Term series = log_t - 0.5 * exp(min(log_t, kSmall));
  return select(log_t < kSmall, series, log1m_exp(-exp(max(log_t, kSmall))));
}

// log I_x(a, b), given the accurate x and 1 - x. Where x > 1/2 it goes through 1 - I_{1-x}(b, a),
// because the rounding of x near 1 would cost all digits of a small 1 - x, unless one of the two is
// 0. There the branch not taken gets a harmless argument to keep its slope finite.
[[nodiscard]] inline expr::Term log_inc_beta_of_pair(expr::Term a, expr::Term b, expr::Term x,
                                                     expr::Term one_minus_x) {
  const expr::Term is_inside = one_minus_x > 0.0;
  const expr::Term other = log_inc_beta(b, a, select(is_inside, one_minus_x, 0.5));
  const expr::Term is_direct = x <= 0.5 || !is_inside || other > kNearestLog;
  return select(is_direct, log_inc_beta(a, b, x), log1m_exp(min(other, kNearestLog)));
}

}  // namespace autumn::dist
