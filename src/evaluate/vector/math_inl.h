// This header has the elementary functions of vectors. Included once per instruction set.
//
// Errors in units of u = 2^-53 relative to the result, over the whole range unless said: exp 2, log
// 2, log1p 3, expm1 4, tanh 6, inv_logit 4, log1p_exp 4 and log_inv_logit 4 (tests hold them to
// these). NaN, infinities, zeros, negative and subnormal numbers are treated as by the scalar
// functions.

// The include guard of Highway: once per target.
#if defined(AUTUMN_EVALUATE_VECTOR_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_EVALUATE_VECTOR_MATH_INL_H_
#undef AUTUMN_EVALUATE_VECTOR_MATH_INL_H_
#else
#define AUTUMN_EVALUATE_VECTOR_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most eight lanes, which is also the number of parts that sums are made of.
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using U = hn::RebindToUnsigned<D>;

HWY_INLINE V number(double x) {
  return hn::Set(D(), x);
}

HWY_INLINE M is_less(V a, V b) {
  return hn::Lt(a, b);
}

HWY_INLINE bool all(M mask) {
  return hn::AllTrue(D(), mask);
}

// Horner's rule on coefficients from the constant one up.
template <std::size_t N>
HWY_INLINE V polynomial(const double (&c)[N], V x) {
  V sum = number(c[N - 1]);
  for (std::size_t k = N - 1; k-- > 0;) sum = hn::MulAdd(sum, x, number(c[k]));
  return sum;
}

// The scalar function on every lane that is not in `good`.
template <typename Function>
HWY_NOINLINE V patched(V result, M good, V x, Function function) {
  HWY_ALIGN double from[8];
  HWY_ALIGN double to[8];
  HWY_ALIGN double is_good[8];
  hn::Store(x, D(), from);
  hn::Store(result, D(), to);
  hn::Store(hn::IfThenElseZero(good, number(1.0)), D(), is_good);
  for (std::size_t k = 0; k < hn::Lanes(D()); ++k) {
    if (is_good[k] == 0.0) to[k] = function(from[k]);
  }
  return hn::Load(D(), to);
}

// The same of two arguments.
template <typename Function>
HWY_NOINLINE V patched_pairs(V result, M good, V x, V y, Function function) {
  HWY_ALIGN double first[8];
  HWY_ALIGN double second[8];
  HWY_ALIGN double to[8];
  HWY_ALIGN double is_good[8];
  hn::Store(x, D(), first);
  hn::Store(y, D(), second);
  hn::Store(result, D(), to);
  hn::Store(hn::IfThenElseZero(good, number(1.0)), D(), is_good);
  for (std::size_t k = 0; k < hn::Lanes(D()); ++k) {
    if (is_good[k] == 0.0) to[k] = function(first[k], second[k]);
  }
  return hn::Load(D(), to);
}

inline constexpr double kLog2Hi = 6.93147180369123816490e-01;  // 21 trailing zeros: n * it is exact
inline constexpr double kLog2Lo = 1.90821492927058770002e-10;

// x = n log 2 + r with |r| <= log(2) / 2 and a whole n, for |x| < 1e5.
struct Reduced {
  V n;
  V shifted;  // n in its lowest bits
  V r;
};

HWY_INLINE Reduced reduce(V x) {
  const V shift = number(0x1.8p52);
  const V shifted = hn::MulAdd(x, number(1.44269504088896340736), shift);
  const V n = hn::Sub(shifted, shift);
  const V high = hn::NegMulAdd(n, number(kLog2Hi), x);
  return {n, shifted, hn::NegMulAdd(n, number(kLog2Lo), high)};
}

// 2^n for -1022 <= n <= 1023, n in the lowest bits of `shifted`.
HWY_INLINE V power_of_two(V shifted) {
  const U u;
  return hn::BitCast(
      D(), hn::Add(hn::ShiftLeft<52>(hn::BitCast(u, shifted)), hn::Set(u, 0x3ff0000000000000ULL)));
}

// exp(r) - 1 for |r| <= log(2) / 2: r + r^2 times a polynomial fitted by Chebyshev interpolation,
// error 1.3e-17.
HWY_INLINE V expm1_reduced(V r) {
  constexpr double kCoefficients[] = {0.50000000000000010337,     0.16666666666666667462,
                                      0.041666666666623741555,    0.0083333333333300321239,
                                      0.0013888888917406445626,   0.00019841269863201828392,
                                      0.000024801520996825695798, 2.7557268229963225661e-6,
                                      2.7620230567506897894e-7,   2.5100494788905040488e-8};
  const V r2 = hn::Mul(r, r);
  return hn::MulAdd(r2, polynomial(kCoefficients, r), r);
}

// Any argument: the power of two is applied in two steps, so that the result may be subnormal.
static HWY_NOINLINE V exp_anywhere(V x) {
  const V clamped = hn::Min(hn::Max(x, number(-760.0)), number(720.0));
  const Reduced a = reduce(clamped);
  const V shift = number(0x1.8p52);
  const V half = hn::Sub(hn::MulAdd(a.n, number(0.5), shift), shift);
  const V p = hn::Add(expm1_reduced(a.r), number(1.0));
  const V first = power_of_two(hn::Add(half, shift));
  const V second = power_of_two(hn::Add(hn::Sub(a.n, half), shift));
  return hn::IfThenElse(hn::IsNaN(x), x, hn::Mul(hn::Mul(p, first), second));
}

// For |x| < 708.
HWY_INLINE V exp_inside(V x) {
  const Reduced a = reduce(x);
  const V scale = power_of_two(a.shifted);
  return hn::MulAdd(expm1_reduced(a.r), scale, scale);
}

HWY_INLINE V exp(V x) {
  if (HWY_UNLIKELY(!all(is_less(hn::Abs(x), number(708.0))))) return exp_anywhere(x);
  return exp_inside(x);
}

HWY_INLINE V expm1(V x) {
  const M good = is_less(hn::Abs(x), number(708.0));
  const Reduced a = reduce(x);
  const V scale = power_of_two(a.shifted);
  const V near = hn::MulAdd(expm1_reduced(a.r), scale, hn::Sub(scale, number(1.0)));
  const V result = hn::CopySign(near, x);  // also of -0
  if (HWY_LIKELY(all(good))) return result;
  return patched(result, good, x, [](double v) { return std::expm1(v); });
}

// x = 2^k m with m in [sqrt(1/2), sqrt(2)), for normal positive x.
struct Split {
  V k;
  V m;
};

HWY_INLINE Split split(V x) {
  const U u;
  const auto root_half = hn::Set(u, 0x3fe6a09e667f3bcdULL);
  const auto from_root = hn::Sub(hn::BitCast(u, x), root_half);
  // The exponent, at most 11 bits, as a double without a conversion of integers: below 2^52, in the
  // last bits of 2^52 + k.
  const auto exponent = hn::ShiftRight<52>(hn::Add(from_root, hn::Set(u, 0x3ff0000000000000ULL)));
  const V k = hn::Sub(hn::BitCast(D(), hn::Or(exponent, hn::Set(u, 0x4330000000000000ULL))),
                      number(0x1.0p52 + 1023.0));
  const auto mantissa = hn::And(from_root, hn::Set(u, 0x000fffffffffffffULL));
  return {k, hn::BitCast(D(), hn::Add(mantissa, root_half))};
}

// (2 atanh(s) - 2 s) / s of z = s^2, as in fdlibm.
HWY_INLINE V log_series(V z) {
  constexpr double kCoefficients[] = {6.666666666666735130e-01, 3.999999999940941908e-01,
                                      2.857142874366239149e-01, 2.222219843214978396e-01,
                                      1.818357216161805012e-01, 1.531383769920937332e-01,
                                      1.479819860511658591e-01};
  return hn::Mul(z, polynomial(kCoefficients, z));
}

// k log 2 + log(1 + f) + c for a small correction c, as in fdlibm: with s = f / (2 + f), log(1 + f)
// = 2 atanh(s).
HWY_INLINE V log_from(V k, V f, V c) {
  const V s = hn::Div(f, hn::Add(f, number(2.0)));
  const V r = log_series(hn::Mul(s, s));
  const V half_square = hn::Mul(number(0.5), hn::Mul(f, f));
  const V low = hn::MulAdd(k, number(kLog2Lo), c);
  const V tail = hn::Sub(half_square, hn::MulAdd(s, hn::Add(half_square, r), low));
  return hn::MulAdd(k, number(kLog2Hi), hn::Sub(f, tail));
}

HWY_INLINE M is_normal_positive(V x) {
  return hn::And(hn::Ge(x, number(std::numeric_limits<double>::min())),
                 hn::Le(x, number(std::numeric_limits<double>::max())));
}

// For normal positive arguments only.
HWY_INLINE V log_normal(V x) {
  const Split a = split(x);
  return log_from(a.k, hn::Sub(a.m, number(1.0)), hn::Zero(D()));
}

HWY_INLINE V log(V x) {
  const M good = is_normal_positive(x);
  const V result = log_normal(x);
  if (HWY_LIKELY(all(good))) return result;
  return patched(result, good, x, [](double v) { return std::log(v); });
}

#if HWY_NATIVE_FMA

// high + low, with an error of 2^-57 for any normal positive argument.
struct LongLog {
  V high;
  V low;
};

// a + b as a rounded sum and what rounding took (Knuth's two-sum).
HWY_INLINE LongLog long_sum(V a, V b) {
  const V sum = hn::Add(a, b);
  const V part = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, part)), hn::Sub(b, part))};
}

// As log_from has it, where every rounding above the last bits is made good: f is exact, and so is
// k times the high part of log 2.
HWY_INLINE LongLog long_log(V x) {
  const Split a = split(x);
  const V f = hn::Sub(a.m, number(1.0));
  const V s = hn::Div(f, hn::Add(f, number(2.0)));
  const V half = hn::Mul(number(0.5), f);
  const V half_square = hn::Mul(half, f);
  const V half_square_low = hn::MulSub(half, f, half_square);
  const V tail = hn::Mul(s, hn::Add(half_square, log_series(hn::Mul(s, s))));
  const LongLog first = long_sum(hn::Mul(a.k, number(kLog2Hi)), f);
  const LongLog second = long_sum(first.high, hn::Neg(half_square));
  const V low = hn::Add(hn::Sub(hn::Add(first.low, second.low), half_square_low),
                        hn::MulAdd(a.k, number(kLog2Lo), tail));
  return long_sum(second.high, low);
}

// exp(y log x) with a logarithm of more than double precision; what is not positive and normal, or
// has a result near the ends of the range, goes one by one.
HWY_INLINE V pow(V x, V y) {
  const LongLog l = long_log(x);
  const V p = hn::Mul(y, l.high);
  const V rest = hn::MulAdd(y, l.low, hn::MulSub(y, l.high, p));
  const M good = hn::And(is_normal_positive(x), is_less(hn::Abs(p), number(700.0)));
  const V e = exp_inside(hn::IfThenElseZero(good, p));
  const V result = hn::MulAdd(e, rest, e);
  if (HWY_LIKELY(all(good))) return result;
  return patched_pairs(result, good, x, y, [](double a, double b) { return std::pow(a, b); });
}

#endif  // HWY_NATIVE_FMA

// For -1 < x < 1e300. What 1 + x loses is added as a correction; where no exponent is split off, f
// is x itself.
HWY_INLINE V log1p_inside(V x) {
  const V one = number(1.0);
  const V u = hn::Add(one, x);
  const Split a = split(u);
  const V rest =
      hn::IfThenElse(is_less(one, x), hn::Sub(one, hn::Sub(u, x)), hn::Sub(x, hn::Sub(u, one)));
  const M is_whole = hn::Eq(a.k, hn::Zero(D()));
  const V f = hn::IfThenElse(is_whole, x, hn::Sub(a.m, one));
  const V c = hn::IfThenElse(is_whole, hn::Zero(D()), hn::Div(rest, u));
  return log_from(a.k, f, c);
}

// For 0 <= e <= 1, where 1 + e loses at most u: what the correction is divided by lies between
// sqrt(2) and 2, and 0.6 stands for its inverse with an error of u / 10.
HWY_INLINE V log1p_unit(V e) {
  const V one = number(1.0);
  const V u = hn::Add(one, e);
  const M is_high = is_less(number(1.41421356237309504880), u);
  const V k = hn::IfThenElseZero(is_high, one);
  const V rest = hn::Sub(e, hn::Sub(u, one));
  const V f = hn::IfThenElse(is_high, hn::MulAdd(number(0.5), u, number(-1.0)), e);
  return log_from(k, f, hn::IfThenElseZero(is_high, hn::Mul(number(0.6), rest)));
}

HWY_INLINE V log1p(V x) {
  const M good = hn::And(is_less(number(-1.0), x), is_less(x, number(1e300)));
  const V result = hn::CopySign(log1p_inside(x), x);  // also of -0
  if (HWY_LIKELY(all(good))) return result;
  return patched(result, good, x, [](double v) { return std::log1p(v); });
}

HWY_INLINE V tanh(V x) {
  // The sign is put back at the end; beyond 22 the result is 1.
  const V a = hn::Min(hn::Abs(x), number(22.0));
  const V e = expm1(hn::Add(a, a));
  const V result = hn::CopySign(hn::Div(e, hn::Add(e, number(2.0))), x);
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

// exp(-|x|), from which the logistic family is made.
HWY_INLINE V exp_minus_abs(V x) {
  return exp(hn::Neg(hn::Abs(x)));
}

HWY_INLINE V inv_logit_from(V x, V e) {
  const V numerator = hn::IfThenElse(is_less(x, hn::Zero(D())), e, number(1.0));
  return hn::Div(numerator, hn::Add(number(1.0), e));
}

HWY_INLINE V inv_logit(V x) {
  return inv_logit_from(x, exp_minus_abs(x));
}

HWY_INLINE V positive_part(V x) {
  return hn::IfThenZeroElse(is_less(x, hn::Zero(D())), x);  // keeps NaN
}

HWY_INLINE V negative_part(V x) {
  return hn::IfThenZeroElse(is_less(hn::Zero(D()), x), x);
}

HWY_INLINE V log1p_exp_from(V x, V e) {
  return hn::Add(positive_part(x), log1p_unit(e));
}

HWY_INLINE V log1p_exp(V x) {
  return log1p_exp_from(x, exp_minus_abs(x));
}

HWY_INLINE V log_inv_logit_from(V x, V e) {
  return hn::Sub(negative_part(x), log1p_unit(e));
}

HWY_INLINE V log_inv_logit(V x) {
  return log_inv_logit_from(x, exp_minus_abs(x));
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
