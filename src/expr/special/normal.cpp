// This file computes the normal distribution function and its relatives.
#include "expr/special/normal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/numbers.h"
#include "expr/special/quadrature.h"
#include "expr/special/stirling.h"

namespace autumn::special {
namespace {

constexpr double kInvSqrtTwoPi = 0.39894228040143267794;
constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kSqrtHalfRest = -4.8336466567264565e-17;  // sqrt(1/2) - kSqrtHalf
constexpr double kTailFrom = 5;

// exp(-x^2 / 2) with the rounding error of x^2 put back, which the exponential would magnify.
double exp_minus_half_square(double x) {
  const double square = x * x;
  if (square > 1600) return 0;
  const double rest = std::fma(x, x, -square);
  return std::exp(-0.5 * square) * (1 - 0.5 * rest);
}

// P(Z > t) / phi(t) for t >= kTailFrom: Laplace's continued fraction 1 / (t + 1 / (t + 2 / (t +
// ...))), closed by the fixed point of its last step.
double mills_ratio(double t) {
  constexpr int kDepth = 24;
  double fraction = 0.5 * (t + std::sqrt(t * t + 4.0 * kDepth));
  for (int k = kDepth - 1; k >= 1; --k) fraction = t + k / fraction;
  return 1 / fraction;
}

// Wichura, "Algorithm AS 241: the percentage points of the normal distribution" (Applied Statistics
// 37, 1988).
constexpr std::array kCentralTop{3.3871328727963666080e0,  1.3314166789178437745e+2,
                                 1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                 3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr std::array kCentralBottom{1.0,
                                    4.2313330701600911252e+1,
                                    6.8718700749205790830e+2,
                                    5.3941960214247511077e+3,
                                    2.1213794301586595867e+4,
                                    3.9307895800092710610e+4,
                                    2.8729085735721942674e+4,
                                    5.2264952788528545610e+3};
constexpr std::array kNearTop{1.42343711074968357734e0,  4.63033784615654529590e0,
                              5.76949722146069140550e0,  3.64784832476320460504e0,
                              1.27045825245236838258e0,  2.41780725177450611770e-1,
                              2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr std::array kNearBottom{1.0,
                                 2.05319162663775882187e0,
                                 1.67638483018380384940e0,
                                 6.89767334985100004550e-1,
                                 1.48103976427480074590e-1,
                                 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4,
                                 1.05075007164441684324e-9};
constexpr std::array kFarTop{6.65790464350110377720e0,  5.46378491116411436990e0,
                             1.78482653991729133580e0,  2.96560571828504891230e-1,
                             2.65321895265761230930e-2, 1.24266094738807843860e-3,
                             2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr std::array kFarBottom{1.0,
                                5.99832206555887937690e-1,
                                1.36929880922735805310e-1,
                                1.48753612908506148525e-2,
                                7.86869131145613259100e-4,
                                1.84631831751005468180e-5,
                                1.42151175831644588870e-7,
                                2.04426310338993978564e-15};

// q = p - 1/2, |q| <= 0.425. The Newton step compares erf with q, which keeps relative accuracy at
// q = 0.
double inv_cdf_central(double q) {
  const double r = 0.180625 - q * q;
  const double x = q * horner(kCentralTop, r) / horner(kCentralBottom, r);
  const double excess = 0.5 * std::erf(x * kSqrtHalf) - q;
  return x - excess / (kInvSqrtTwoPi * std::exp(-0.5 * x * x));
}

// p < 0.075. Newton on the logarithm of the distribution function, which is nearly quadratic and
// never underflows.
double inv_cdf_tail(double p) {
  const double log_p = std::log(p);
  const double r = std::sqrt(-log_p);
  const double x = r <= 5 ? -horner(kNearTop, r - 1.6) / horner(kNearBottom, r - 1.6)
                          : -horner(kFarTop, r - 5) / horner(kFarBottom, r - 5);
  return x - (log_normal_cdf(x) - log_p) / inverse_mills_ratio(x);
}

// T(h, a) for h >= 0 and 0 <= a <= 1: the integrand is positive and smooth once its Gaussian tail
// is cut off.
double owens_t_small_a(double h, double a) {
  if (h > 40) return 0;  // below the smallest double
  const double length = std::min(a, std::sqrt(2 * kQuadratureDepth) / h);
  double sum = 0;
  for_each_node(length, [&](double x, double weight) {
    sum += weight * std::exp(-0.5 * (h * x) * (h * x)) / (1 + x * x);
  });
  return 0.5 * std::numbers::inv_pi * exp_minus_half_square(h) * sum;
}

// T(h, a) for h >= 0 and a >= 0.
double owens_t_positive(double h, double a) {
  if (h == 0) return 0.5 * std::numbers::inv_pi * std::atan(a);
  if (std::isinf(h)) return 0;
  if (a <= 1) return owens_t_small_a(h, a);
  const double upper = normal_cdf(-h);
  if (std::isinf(a)) return 0.5 * upper;
  // T(h, a) + T(ah, 1/a) = (Q(h) + Q(ah)) / 2 - Q(h) Q(ah) with Q the upper tail
  const double upper_ah = normal_cdf(-a * h);
  return 0.5 * upper + upper_ah * (0.5 - upper) - owens_t_small_a(a * h, 1 / a);
}

}  // namespace

double erf(double x) {
  return std::erf(x);
}
double erfc(double x) {
  return std::erfc(x);
}

double normal_cdf(double x) {
  const double z = -x * kSqrtHalf;
  if (!(std::abs(z) < 28)) return 0.5 * std::erfc(z);
  // The rounding error of z matters in the tail, where erfc falls as exp(-z^2): one step of its
  // Taylor series.
  const double rest = std::fma(-x, kSqrtHalf, -z) - x * kSqrtHalfRest;
  return 0.5 * std::erfc(z) - std::numbers::inv_sqrtpi * std::exp(-z * z) * rest;
}

double log_normal_cdf(double x) {
  if (x > 0) return std::log1p(-normal_cdf(-x));
  if (x > -kTailFrom) return std::log(normal_cdf(x));
  if (std::isinf(x)) return -kInfinity;
  if (std::isnan(x)) return kNaN;
  return -0.5 * x * x + (std::log(mills_ratio(-x)) - kHalfLogTwoPi);
}

double inverse_mills_ratio(double x) {
  if (std::isinf(x)) return x < 0 ? kInfinity : 0;
  if (x <= -kTailFrom) return 1 / mills_ratio(-x);
  return kInvSqrtTwoPi * exp_minus_half_square(x) / normal_cdf(x);
}

double inv_normal_cdf(double p) {
  if (!(p >= 0 && p <= 1)) return kNaN;
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  if (p < 0.075) return inv_cdf_tail(p);
  if (p > 0.925) return -inv_cdf_tail(1 - p);
  return inv_cdf_central(p - 0.5);
}

double owens_t(double h, double a) {
  if (std::isnan(h) || std::isnan(a)) return kNaN;
  return std::copysign(owens_t_positive(std::abs(h), std::abs(a)), a);
}

}  // namespace autumn::special
