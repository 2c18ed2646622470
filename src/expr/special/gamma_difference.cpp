// This file computes differences of log gamma and its derivatives, and the log beta function, by
// Stirling series subtracted term by term.
//
// The idea is that of DiDonato and Morris, "Significant digit computation of the incomplete beta
// function ratios" (ACM TOMS 18, 1992): never form two large values to subtract them.
#include <array>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "expr/special/gamma.h"
#include "expr/special/stirling.h"

namespace autumn::special {
namespace {

bool has_difference(double a, double n) {
  return a > 0 && a + n > 0 && !std::isinf(a) && !std::isinf(n);
}

// For a >= kStirlingFrom, n >= 0; every term is positive but the last, which is small.
double stirling_ratio(double a, double n) {
  return n * (std::log(a + n) - 1) + (a - 0.5) * std::log1p(n / a) +
         stirling_correction_difference(a, n);
}

// log of the product of (1 + n / (a + i)) while a + i < kStirlingFrom, for a >= 1. The product less
// one is a sum of positive terms, so it is accurate for tiny n; it is folded into the sum before it
// can overflow.
double log_shift(double a, double n) {
  double sum = 0;
  double less_one = 0;
  for (; a < kStirlingFrom; a += 1) {
    const double r = n / a;
    less_one += r + less_one * r;
    if (less_one > 1e100) {
      sum += std::log(less_one);
      less_one = 0;
    }
  }
  return sum + std::log1p(less_one);
}

double shift_steps(double a) {
  return a < kStirlingFrom ? std::ceil(kStirlingFrom - a) : 0;
}

double rising_positive(double a, double n) {
  if (a >= kStirlingFrom) return stirling_ratio(a, n);
  if (n <= 10 && n == std::floor(n)) {
    double product = a;
    for (double i = 1; i < n; i += 1) product *= a + i;
    return std::log(product);
  }
  // Not close enough for the values to cancel, and the values are small.
  if (a < 3 && n >= 0.5) return lgamma(a + n) - lgamma(a);
  double sum = 0;
  if (a < 1) {
    const double r = n / a;
    sum = std::isinf(r) ? std::log(n) - std::log(a) : std::log1p(r);
    a += 1;
  }
  return stirling_ratio(a + shift_steps(a), n) - (sum + log_shift(a, n));
}

double digamma_difference_positive(double a, double n) {
  double sum = 0;
  for (; a < kStirlingFrom; a += 1) sum += n / (a + n) / a;
  const ReciprocalPair p(a, n);
  return sum +
         (std::log1p(n / a) + (0.5 * p.difference + even_power_differences(kDigammaSeries, p)));
}

double trigamma_difference_positive(double a, double n) {
  double sum = 0;
  for (; a < kStirlingFrom; a += 1) {
    const double s = 1 / a;
    const double t = 1 / (a + n);
    sum += n * s * t * (s + t);
  }
  const ReciprocalPair p(a, n);
  return -(sum + (0.5 * p.difference * (p.s + p.t) + odd_power_differences(kTrigammaSeries, p)));
}

// zeta(j) / j for j = 2, 3, ...
constexpr std::array kZetaOver{
    0.8224670334241132,   0.40068563438653143,  0.27058080842778454, 0.207385551028674,
    0.16955717699740822,  0.14404989676884614,  0.12550966952474304, 0.11133426586956469,
    0.10009945751278179,  0.09095401714582904,  0.083353840546109,   0.0769325164113522,
    0.07143294629536134,  0.06666870588242046,  0.06250095514121304, 0.05882397865868458,
    0.055555767627403614, 0.05263167937961666,  0.05000004769810169, 0.04761907033014223,
    0.04545455629320467,  0.04347826605304026,  0.04166666915034121, 0.04000000119214014,
    0.03846153903467519,  0.037037037312989324, 0.03571428584733336, 0.034482758684919304,
    0.03333333336437758,  0.03225806453115041,  0.03125000000727597};

// log choose(k + m, k) for tiny k and m, where the first-order terms of the three log gammas cancel
// exactly: the Taylor series of log gamma(1 + z) leaves sum of (-1)^j zeta(j) / j (n^j - k^j -
// m^j), n = k + m.
double lchoose_tiny(double m, double k) {
  const double n = k + m;
  double k_power = k;
  double m_power = m;
  double difference = 0;  // n^j - k^j - m^j
  double sum = 0;
  double sign = 1;
  for (const double coefficient : kZetaOver) {
    difference = n * difference + m * k_power + k * m_power;
    k_power *= k;
    m_power *= m;
    sum += sign * coefficient * difference;
    sign = -sign;
  }
  return sum;
}

}  // namespace

double log_rising_factorial(double a, double n) {
  if (std::isnan(a) || std::isnan(n)) return kNaN;
  if (n == 0 && a >= 0) return 0;
  if (a == 0 && n > 0) return -kInfinity;
  if (a > 0 && a + n == 0) return kInfinity;
  if (std::isinf(a) && a > 0 && !std::isinf(n)) return n > 0 ? kInfinity : -kInfinity;
  if (n == kInfinity && a > 0) return kInfinity;
  if (!has_difference(a, n)) return kNaN;
  return n > 0 ? rising_positive(a, n) : -rising_positive(a + n, -n);
}

double digamma_difference(double a, double n) {
  if (std::isnan(a) || std::isnan(n)) return kNaN;
  if (n == 0 && a >= 0) return 0;
  if (a == 0 && n > 0) return kInfinity;
  if (a > 0 && a + n == 0) return -kInfinity;
  if (a == kInfinity && !std::isinf(n)) return 0;
  if (n == kInfinity && a > 0) return kInfinity;
  if (!has_difference(a, n)) return kNaN;
  return n > 0 ? digamma_difference_positive(a, n) : -digamma_difference_positive(a + n, -n);
}

double trigamma_difference(double a, double n) {
  if (std::isnan(a) || std::isnan(n)) return kNaN;
  if (n == 0 && a >= 0) return 0;
  if (a == 0 && n > 0) return -kInfinity;
  if (a > 0 && a + n == 0) return kInfinity;
  if (a == kInfinity && !std::isinf(n)) return 0;
  if (n == kInfinity && a > 0) return -trigamma(a);
  if (!has_difference(a, n)) return kNaN;
  return n > 0 ? trigamma_difference_positive(a, n) : -trigamma_difference_positive(a + n, -n);
}

double lbeta(double a, double b) {
  if (!(a >= 0) || !(b >= 0)) return kNaN;
  if (a > b) return lbeta(b, a);
  if (a == 0) return std::isinf(b) ? kNaN : kInfinity;
  if (std::isinf(b)) return -kInfinity;
  if (a < kStirlingFrom) return lgamma(a) - log_rising_factorial(b, a);
  const double correction = stirling_correction(a) - stirling_correction_difference(b, a);
  // a / (a + b), written so that a + b cannot overflow
  const double ratio = a / b / (1 + a / b);
  return (a - 0.5) * std::log(ratio) - b * std::log1p(a / b) - 0.5 * std::log(b) +
         (kHalfLogTwoPi + correction);
}

double lchoose(double n, double k) {
  constexpr double kTiny = 0.25;
  if (std::isnan(n) || !(k >= 0) || !(k <= n) || std::isinf(k)) return kNaN;
  const double m = n - k;
  if (k > m) return lchoose(n, m);
  if (k == 0) return 0;
  if (std::isinf(n)) return kInfinity;
  if (n < kTiny) return lchoose_tiny(m, k);
  if (k >= kStirlingFrom) return -std::log1p(n) - lbeta(m + 1, k + 1);
  return log_rising_factorial(m + 1, k) - lgamma1p(k);
}

}  // namespace autumn::special
