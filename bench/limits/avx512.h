// This header has exp, log, and log gamma with its derivative for eight numbers at a time, without
// special values, for the gradients written by hand.
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>

#define AUTUMN_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma")))
#define AUTUMN_AVX512_INLINE \
  inline __attribute__((always_inline, target("avx512f,avx512dq,avx512vl,avx512bw,fma")))

namespace autumn::bench::limits {

using V = __m512d;

AUTUMN_AVX512_INLINE V set(double x) {
  return _mm512_set1_pd(x);
}
AUTUMN_AVX512_INLINE V fma(V a, V b, V c) {
  return _mm512_fmadd_pd(a, b, c);
}
AUTUMN_AVX512_INLINE V load(const double* x) {
  return _mm512_loadu_pd(x);
}
AUTUMN_AVX512_INLINE double total(V x) {
  return _mm512_reduce_add_pd(x);
}

template <std::size_t N>
AUTUMN_AVX512_INLINE V polynomial(const double (&c)[N], V x) {
  V sum = set(c[N - 1]);
  for (std::size_t k = N - 1; k-- > 0;) sum = fma(sum, x, set(c[k]));
  return sum;
}

AUTUMN_AVX512_INLINE V exp(V x) {
  constexpr double kC[] = {1.0,
                           1.0,
                           0.50000000000000010337,
                           0.16666666666666667462,
                           0.041666666666623741555,
                           0.0083333333333300321239,
                           0.0013888888917406445626,
                           0.00019841269863201828392,
                           0.000024801520996825695798,
                           2.7557268229963225661e-6,
                           2.7620230567506897894e-7,
                           2.5100494788905040488e-8};
  const V n = _mm512_roundscale_pd(_mm512_mul_pd(x, set(1.44269504088896340736)),
                                   _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  const V high = _mm512_fnmadd_pd(n, set(6.93147180369123816490e-01), x);
  const V r = _mm512_fnmadd_pd(n, set(1.90821492927058770002e-10), high);
  return _mm512_scalef_pd(polynomial(kC, r), n);
}

// log(m 2^k) = log m + k log 2 with m in [3/4, 3/2), by the series of atanh.
AUTUMN_AVX512_INLINE V log(V x) {
  constexpr double kC[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9, 2.0 / 11,
                           2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19};
  const V m = _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src);
  const V k = _mm512_getexp_pd(_mm512_div_pd(x, m));
  const V f = _mm512_sub_pd(m, set(1.0));
  const V s = _mm512_div_pd(f, _mm512_add_pd(m, set(1.0)));
  const V z = _mm512_mul_pd(s, s);
  const V log_m = fma(_mm512_mul_pd(s, z), polynomial(kC, z), _mm512_add_pd(s, s));
  return fma(k, set(0.69314718055994530942), log_m);
}

// Products of many numbers: mantissas in [1, 2) and exponents apart.
struct LogProduct {
  V mantissa;
  V exponent;
};

AUTUMN_AVX512_INLINE void multiply(LogProduct& p, V x) {
  p.exponent = _mm512_add_pd(p.exponent, _mm512_getexp_pd(x));
  p.mantissa =
      _mm512_mul_pd(p.mantissa, _mm512_getmant_pd(x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_src));
}

AUTUMN_AVX512_INLINE V log_of(const LogProduct& p) {
  return fma(p.exponent, set(0.69314718055994530942), log(p.mantissa));
}

struct Gamma {
  V log_gamma;
  V digamma;
};

// Stirling's series from 8 on; below, shifted by 8: with u = x (x + 7), x (x + 1) ... (x + 7) = u
// (u + 6) (u + 10) (u + 12).
AUTUMN_AVX512_INLINE Gamma gamma(V x) {
  constexpr double kL[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                           1.0 / 1188, -691.0 / 360360, 1.0 / 156};
  constexpr double kD[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                           1.0 / 132, -691.0 / 32760, 1.0 / 12};
  const __mmask8 is_small = _mm512_cmp_pd_mask(x, set(8.0), _CMP_LT_OQ);
  V shift_log = _mm512_setzero_pd(), shift_slope = _mm512_setzero_pd();
  const V at = _mm512_mask_add_pd(x, is_small, x, set(8.0));
  if (is_small != 0) {
    const V u = _mm512_mul_pd(x, _mm512_add_pd(x, set(7.0)));
    const V a = _mm512_mul_pd(u, _mm512_add_pd(u, set(6.0)));
    const V da = fma(set(2.0), u, set(6.0));
    const V b = _mm512_mul_pd(_mm512_add_pd(u, set(10.0)), _mm512_add_pd(u, set(12.0)));
    const V db = fma(set(2.0), u, set(22.0));
    const V p = _mm512_mul_pd(a, b);
    const V dp = _mm512_mul_pd(fma(da, b, _mm512_mul_pd(a, db)), fma(set(2.0), x, set(7.0)));
    shift_log = _mm512_maskz_mov_pd(is_small, log(p));
    shift_slope = _mm512_maskz_div_pd(is_small, dp, p);
  }
  const V s = _mm512_div_pd(set(1.0), at);
  const V s2 = _mm512_mul_pd(s, s);
  const V log_at = log(at);
  const V main =
      fma(_mm512_sub_pd(at, set(0.5)), log_at, _mm512_sub_pd(set(0.91893853320467274178), at));
  const V value = fma(s, polynomial(kL, s2), main);
  const V slope = _mm512_fnmadd_pd(s, fma(s, polynomial(kD, s2), set(0.5)), log_at);
  return {_mm512_sub_pd(value, shift_log), _mm512_sub_pd(slope, shift_slope)};
}

}  // namespace autumn::bench::limits

#endif
