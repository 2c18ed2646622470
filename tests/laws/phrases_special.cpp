// This file has the phrases of functions of numbers, element by element.
#include "laws/phrases.h"

namespace autumn::laws {
namespace {

// clang-format off: a table
constexpr Phrase kSpecialPhrases[] = {
    {'r', "cbrt($r)"}, {'r', "ceil($r)"}, {'r', "cos($r)"}, {'r', "cosh($r)"}, {'r', "erf($r)"}, {'r', "erfc($r)"},
    {'p', "exp($r)"}, {'p', "exp2($r)"}, {'r', "expm1($r)"}, {'r', "floor($r)"}, {'u', "inv_cloglog($r)"},
    {'u', "inv_logit($r)"}, {'p', "log1p_exp($r)"}, {'r', "log_inv_logit($r)"}, {'r', "log1m_inv_logit($r)"},
    {'u', "Phi($r)"}, {'u', "Phi_approx($r)"}, {'r', "round($r)"}, {'r', "sin($r)"}, {'r', "sinh($r)"},
    {'r', "square($r)"}, {'r', "tan($r)"}, {'r', "tanh($r)"}, {'r', "asinh($r)"}, {'r', "atan($r)"}, {'r', "trunc($r)"},
    {'r', "abs($r)"}, {'r', "fabs($r)"}, {'r', "tgamma($p)"}, {'r', "lgamma($p)"}, {'r', "acosh(1 + $p)"},
    {'r', "digamma($p)"}, {'p', "inv($p)"}, {'p', "inv_sqrt($p)"}, {'p', "inv_square($p)"}, {'r', "lambert_w0($p)"},
    {'r', "log($p)"}, {'r', "log10($p)"}, {'r', "log2($p)"}, {'r', "log1p($p)"}, {'p', "sqrt($p)"}, {'r', "trigamma($p)"},
    {'r', "acos($u)"}, {'r', "asin($u)"}, {'r', "atanh($u)"}, {'r', "inv_erfc($u)"}, {'r', "inv_Phi($u)"},
    {'r', "log1m($u)"}, {'r', "logit($u)"}, {'r', "std_normal_qf($u)"}, {'r', "log1m_exp(-$p)"},
    {'r', "std_normal_log_qf(-$p)"}, {'r', "lambert_wm1(-0.3 * $u)"}, {'r', "step($r)"}, {'r', "1.0 * int_step($r)"},
    {'r', "1.0 * is_inf($r)"}, {'r', "1.0 * is_nan($r)"},
    {'v', "exp($v)"}, {'v', "square($v)"}, {'v', "inv_logit($v)"}, {'v', "log($q)"}, {'v', "sqrt($q)"}, {'q', "exp($v)"},
    {'q', "inv($q)"}, {'v', "abs($v)"}, {'v', "tanh($v)"}, {'m', "square($m)"}, {'r', "1 - $u"}, {'u', "1 - $u"},
    {'p', "$u / (1 - $u)"}, {'p', "$p * $p"}, {'p', "$p / $p"}, {'p', "$p ^ 2"}, {'p', "1 / $p"}, {'p', "2 * $p"},
    {'p', "1 / sqrt($p)"}, {'p', "$p + $p"}, {'q', "$p * $q"}, {'q', "$q .* $q"}, {'u', "0.5 * $u"},
    {'r', "atan2($r, $r)"}, {'r', "beta($p, $p)"}, {'r', "fdim($r, $r)"}, {'r', "fmax($r, $r)"}, {'r', "fmin($r, $r)"},
    {'r', "fmod($r, $p)"}, {'r', "gamma_p($p, $p)"}, {'r', "gamma_q($p, $p)"}, {'r', "hypot($r, $r)"},
    {'r', "lbeta($p, $p)"}, {'r', "lchoose(2 + $p, $u)"}, {'r', "lmultiply($r, $p)"}, {'r', "log_diff_exp(1 + $p, 1)"},
    {'r', "log_falling_factorial(2 + $p, $u)"}, {'r', "log_inv_logit_diff($p, -$p)"},
    {'r', "log_modified_bessel_first_kind($p, $p)"}, {'r', "log_rising_factorial($p, $p)"},
    {'r', "log_sum_exp($r, $r)"}, {'r', "owens_t($r, $r)"}, {'r', "pow($p, $r)"}, {'r', "pow($r, 2)"},
    {'r', "multiply_log($r, $p)"}, {'r', "binomial_coefficient_log(2 + $p, $u)"},
    {'r', "bessel_first_kind($i, $p)"}, {'r', "bessel_second_kind($i, $p)"},
    {'r', "modified_bessel_first_kind($i, $p)"}, {'r', "modified_bessel_second_kind($i, $p)"},
    {'r', "binary_log_loss(1, $u)"}, {'r', "lmgamma($i, 2 + $p)"}, {'r', "rising_factorial($p, $i)"},
    {'r', "falling_factorial($r, $i)"}, {'r', "ldexp($r, $i)"}, {'r', "fma($r, $r, $r)"},
    {'r', "inc_beta($p, $p, $u)"}, {'r', "inv_inc_beta($p, $p, $u)"}, {'r', "log_mix($u, $r, $r)"},
    {'r', "log_mix($f, $v)"}, {'r', "log_mix($f, $V[1])"}, {'r', "hypergeometric_1F0($r, $u)"}, {'r', "if_else(1, $r, $r)"},
};
// clang-format on

}  // namespace

std::span<const Phrase> special_phrases() {
  return kSpecialPhrases;
}

}  // namespace autumn::laws
