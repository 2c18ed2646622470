// This header computes log gamma, digamma and differences of them on vectors. Included once per
// instruction set.
//
// Relative errors, for positive arguments: lgamma and digamma 5e-14 (also near their zeros),
// log_rising_factorial 5e-14 away from its zeros, where the error is relative to 1,
// digamma_difference 1e-13. Arguments outside the usual range go one by one through the scalar
// functions of expr/special, which are also the reference.

#if defined(AUTUMN_EVALUATE_VECTOR_GAMMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_EVALUATE_VECTOR_GAMMA_INL_H_
#undef AUTUMN_EVALUATE_VECTOR_GAMMA_INL_H_
#else
#define AUTUMN_EVALUATE_VECTOR_GAMMA_INL_H_
#endif

#include "evaluate/vector/math_inl.h"
#include "expr/special/gamma.h"
#include "expr/special/gamma_on_unit.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {

// From here on the Stirling series are used; below, arguments are shifted by as much.
inline constexpr double kShift = 10.0;

// B(2k) / (2k (2k - 1)) and B(2k) / (2k).
inline constexpr double kLgammaSeries[] = {1.0 / 12,    -1.0 / 360,      1.0 / 1260,
                                           -1.0 / 1680, 1.0 / 1188,      -691.0 / 360360,
                                           1.0 / 156,   -3617.0 / 122400};
inline constexpr double kDigammaSeries[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                            1.0 / 132, -691.0 / 32760, 1.0 / 12,  -3617.0 / 8160};

using special::kDigammaOnUnit;
using special::kDigammaRoot;
using special::kDigammaRootRest;
using special::kLgammaOnUnit;

// What is asked for; both together share logarithms and reciprocals.
struct GammaPair {
  V log_gamma;
  V digamma;
};

enum class Want { kValue, kSlope, kBoth };

constexpr bool wants_value(Want want) {
  return want != Want::kSlope;
}
constexpr bool wants_slope(Want want) {
  return want != Want::kValue;
}

// For x >= kShift.
template <Want want>
HWY_INLINE GammaPair gamma_stirling(V x) {
  const V s = hn::Div(number(1.0), x);
  const V s2 = hn::Mul(s, s);
  const V log_x = log_normal(x);
  GammaPair result{log_x, log_x};
  if constexpr (wants_value(want)) {
    const V correction =
        hn::MulAdd(s, polynomial(kLgammaSeries, s2), number(0.91893853320467274178));
    const V main = hn::Mul(x, hn::Sub(log_x, number(1.0)));
    result.log_gamma = hn::Add(hn::NegMulAdd(number(0.5), log_x, main), correction);
  }
  if constexpr (wants_slope(want)) {
    const V tail = hn::MulAdd(s, polynomial(kDigammaSeries, s2), number(0.5));
    result.digamma = hn::NegMulAdd(s, tail, log_x);
  }
  return result;
}

// x (x + 1) ... (x + 9) in pairs: with u = x (x + 9), (x + i) (x + 9 - i) = u + i (9 - i).
struct RisingTen {
  V product;
  V slope;  // of its logarithm: P' / P without the division, that is P'
};

template <bool with_slope>
HWY_INLINE RisingTen rising_ten(V x) {
  const V u = hn::Mul(x, hn::Add(x, number(9.0)));
  V product = u;
  V slope = number(1.0);  // in u
  for (const double c : {8.0, 14.0, 18.0, 20.0}) {
    const V factor = hn::Add(u, number(c));
    if constexpr (with_slope) slope = hn::MulAdd(slope, factor, product);
    product = hn::Mul(product, factor);
  }
  if constexpr (with_slope) slope = hn::Mul(slope, hn::MulAdd(number(2.0), x, number(9.0)));
  return {product, slope};
}

// For 1/2 <= x < 3, accurate also at the zeros: 1 + z is the number among x + 1, x, x - 1 in [1,
// 2].
template <Want want>
HWY_INLINE GammaPair gamma_near_zeros(V x) {
  const V one = number(1.0);
  const M is_low = is_less(x, one);
  const M is_high = hn::Ge(x, number(2.0));
  const V below = hn::Sub(x, one);
  const V z = hn::IfThenElse(is_low, x, hn::IfThenElse(is_high, hn::Sub(x, number(2.0)), below));
  const V factor = hn::IfThenElse(is_low, x, hn::IfThenElse(is_high, below, one));
  const V centred = hn::Sub(z, number(0.5));
  GammaPair result{z, z};
  if constexpr (wants_value(want)) {
    const V log_factor = log_normal(factor);
    const V signed_log = hn::IfThenElse(is_low, hn::Neg(log_factor), log_factor);
    const V at_zeros = hn::Mul(z, hn::Sub(z, one));
    result.log_gamma = hn::MulAdd(at_zeros, polynomial(kLgammaOnUnit, centred), signed_log);
  }
  if constexpr (wants_slope(want)) {
    const V inverse = hn::Div(one, factor);
    const V bound =
        hn::IfThenElse(is_low, hn::Neg(inverse), hn::IfThenElse(is_high, inverse, hn::Zero(D())));
    const V at_root = hn::Sub(hn::Sub(z, number(kDigammaRoot)), number(kDigammaRootRest));
    result.digamma = hn::MulAdd(at_root, polynomial(kDigammaOnUnit, centred), bound);
  }
  return result;
}

HWY_INLINE GammaPair choose(M mask, const GammaPair& yes, const GammaPair& no) {
  return {hn::IfThenElse(mask, yes.log_gamma, no.log_gamma),
          hn::IfThenElse(mask, yes.digamma, no.digamma)};
}

// For 1e-100 < x: Stirling's series, below kShift by gamma(x) = gamma(x + 10) / (x ... (x + 9)).
// The absolute error is a few 1e-15, which is not enough near zeros. Parts are computed only if
// some lane needs them.
template <Want want>
HWY_INLINE GammaPair gamma_anywhere(V x) {
  const M is_small = is_less(x, number(kShift));
  GammaPair result = gamma_stirling<want>(hn::Add(x, hn::IfThenElseZero(is_small, number(kShift))));
  if (hn::AllFalse(D(), is_small)) return result;
  const RisingTen p = rising_ten<wants_slope(want)>(x);
  if constexpr (wants_value(want)) {
    const V log_product = hn::IfThenElseZero(is_small, log_normal(p.product));
    result.log_gamma = hn::Sub(result.log_gamma, log_product);
  }
  if constexpr (wants_slope(want)) {
    const V slope = hn::IfThenElseZero(is_small, hn::Div(p.slope, p.product));
    result.digamma = hn::Sub(result.digamma, slope);
  }
  return result;
}

template <Want want>
HWY_INLINE GammaPair gamma_pair(V x) {
  GammaPair result = gamma_anywhere<want>(x);
  const M is_near = hn::And(hn::Ge(x, number(0.5)), is_less(x, number(3.0)));
  if (!hn::AllFalse(D(), is_near)) result = choose(is_near, gamma_near_zeros<want>(x), result);
  const M good = hn::And(is_less(number(1e-100), x), is_less(x, number(1e300)));
  if (HWY_LIKELY(all(good))) return result;
  if constexpr (wants_value(want)) {
    result.log_gamma =
        patched(result.log_gamma, good, x, [](double v) { return special::lgamma(v); });
  }
  if constexpr (wants_slope(want)) {
    result.digamma = patched(result.digamma, good, x, [](double v) { return special::digamma(v); });
  }
  return result;
}

// The scalar function of two numbers on every lane that is not in `good`.
template <typename Function>
HWY_NOINLINE V patched(V result, M good, V x, V y, Function function) {
  HWY_ALIGN double second[8];
  hn::Store(y, D(), second);
  HWY_ALIGN double lane[8];
  for (std::size_t k = 0; k < hn::Lanes(D()); ++k) lane[k] = static_cast<double>(k);
  const V which = hn::Load(D(), lane);
  HWY_ALIGN double first[8];
  hn::Store(x, D(), first);
  return patched(result, good, which, [&](double k) {
    const auto i = static_cast<std::size_t>(k);
    return function(first[i], second[i]);
  });
}

// sum of c[k] (s^(2k+1) - t^(2k+1)) / (s - t), and of c[k] (s^(2k+2) - t^(2k+2)) / (s^2 - t^2), for
// s = 1/a, t = 1/(a + n): never two large values to subtract (see expr/special/stirling.h).
template <std::size_t N>
HWY_INLINE V quotients(const double (&c)[N], V s2, V t2, V first_growth) {
  V quotient = number(1.0);
  V growth = first_growth;
  V sum = number(c[0]);
  for (std::size_t k = 1; k < N; ++k) {
    quotient = hn::MulAdd(s2, quotient, growth);
    growth = hn::Mul(growth, t2);
    sum = hn::MulAdd(number(c[k]), quotient, sum);
  }
  return sum;
}

// log(gamma(a + n) / gamma(a)) and digamma(a + n) - digamma(a).
template <Want want>
HWY_INLINE GammaPair rising_stirling(V a, V n) {
  const V b = hn::Add(a, n);
  const V s = hn::Div(number(1.0), a);
  const V t = hn::Div(number(1.0), b);
  const V ratio = hn::Mul(n, s);
  const V difference = hn::Mul(ratio, t);  // s - t
  const V log_ratio = log1p_inside(ratio);
  const V s2 = hn::Mul(s, s), t2 = hn::Mul(t, t);
  const V both = hn::Add(s, t);
  GammaPair result{log_ratio, log_ratio};
  if constexpr (wants_value(want)) {
    const V correction = hn::Mul(difference, quotients(kLgammaSeries, s2, t2, hn::Mul(t, both)));
    const V main = hn::Mul(n, hn::Sub(log_normal(b), number(1.0)));
    const V rest = hn::MulAdd(hn::Sub(a, number(0.5)), log_ratio, main);
    result.log_gamma = hn::Sub(rest, correction);
  }
  if constexpr (wants_slope(want)) {
    const V even = hn::Mul(both, quotients(kDigammaSeries, s2, t2, t2));
    result.digamma = hn::MulAdd(difference, hn::Add(number(0.5), even), log_ratio);
  }
  return result;
}

// Below, log gamma(a) and digamma(a) are so small that differences lose no more than a digit, given
// n
// >= 1/2.
inline constexpr double kDirect = 16.0;

// Counts, as a rule: n = 0 or n >= 1/2. The rest goes through the scalar functions. `at_a` and
// `at_end` are gamma_anywhere of a and a + n, looked at where a < kDirect.
template <Want want>
HWY_INLINE GammaPair rising_pair(V a, V n, const GammaPair& at_a, const GammaPair& at_end) {
  const V zero = hn::Zero(D());
  const M is_none = hn::Eq(n, zero);
  const M is_direct = is_less(a, number(kDirect));
  // Digits of n are not lost beside a.
  const M is_usual = hn::And(hn::And(is_less(number(1e-100), a), is_less(a, number(1e15))),
                             hn::And(hn::Ge(n, number(0.5)), is_less(n, number(1e15))));
  const M good = hn::Or(is_usual, hn::And(is_none, hn::Ge(a, zero)));
  GammaPair result{zero, zero};
  if (!hn::AllTrue(D(), is_direct)) result = rising_stirling<want>(a, n);
  const GammaPair direct{hn::Sub(at_end.log_gamma, at_a.log_gamma),
                         hn::Sub(at_end.digamma, at_a.digamma)};
  result = choose(is_direct, direct, result);
  result = choose(is_none, {zero, zero}, result);
  if (HWY_LIKELY(all(good))) return result;
  if constexpr (wants_value(want)) {
    result.log_gamma = patched(result.log_gamma, good, a, n, [](double x, double y) {
      return special::log_rising_factorial(x, y);
    });
  }
  if constexpr (wants_slope(want)) {
    result.digamma = patched(result.digamma, good, a, n,
                             [](double x, double y) { return special::digamma_difference(x, y); });
  }
  return result;
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
