// This file computes log gamma, digamma, trigamma and polygamma.
#include "expr/special/gamma.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/numbers.h"
#include "expr/special/gamma_on_unit.h"
#include "expr/special/stirling.h"

namespace autumn::special {
namespace {

double lgamma1p_unit(double z) {
  return z * (z - 1) * horner(kLgammaOnUnit, z - 0.5);
}

double digamma1p_unit(double z) {
  return (z - kDigammaRoot - kDigammaRootRest) * horner(kDigammaOnUnit, z - 0.5);
}

// sin(pi x) and cos(pi x) up to a common sign, reduced exactly so that the zeros are kept.
double sin_pi_reduced(double x) {
  return std::sin(std::numbers::pi * (x - std::round(x)));
}
double cos_pi_reduced(double x) {
  return std::cos(std::numbers::pi * (x - std::round(x)));
}

bool is_whole(double x) {
  return x == std::floor(x);
}

double lgamma_stirling(double x) {
  // x (log x - 1) first: it overflows only where the result does.
  const double log_x = std::log(x);
  return x * (log_x - 1) - 0.5 * log_x + (kHalfLogTwoPi + stirling_correction(x));
}

double trigamma_positive(double x) {
  double sum = 0;
  for (; x < kStirlingFrom; x += 1) sum += 1 / (x * x);
  const double s = 1 / x;
  return sum + s * (1 + s * (0.5 + s * horner(kBernoulli, s * s)));
}

// The Hurwitz zeta function times x^s: sum over k of (x / (x + k))^s, by Euler-Maclaurin summation.
double scaled_hurwitz_zeta(double s, double x) {
  constexpr double kNegligible = 1e-18;
  double sum = 0;
  double at = x;
  for (; at < s + 2 * kStirlingFrom; at += 1) {
    const double term = std::pow(x / at, s);
    sum += term;
    // The rest is at most term (1 + at / (s - 1)), the integral of the falling terms.
    if (term * (1 + at / (s - 1)) < kNegligible * sum) return sum;
  }
  double factor = 0.5 * s / at;  // s (s + 1) ... (s + 2k) / (2k + 2)! / at^(2k+1)
  double tail = at / (s - 1) + 0.5;
  for (std::size_t k = 0; k < kBernoulli.size(); ++k) {
    tail += kBernoulli[k] * factor;
    const double j = 2 * static_cast<double>(k) + 1;
    factor *= (s + j) / at * ((s + j + 1) / at) / ((j + 2) * (j + 3));
  }
  return sum + std::pow(x / at, s) * tail;
}

}  // namespace

double lgamma1p(double x) {
  if (!(x >= 0)) return kNaN;
  if (x >= kStirlingFrom - 1) return lgamma_stirling(1 + x);
  const double whole = std::floor(x);
  const double z = x - whole;
  if (whole == 0) return lgamma1p_unit(z);
  if (whole == 1) return std::log1p(z) + lgamma1p_unit(z);
  double product = 1 + z;
  for (double i = 2; i <= whole; i += 1) product *= z + i;
  return std::log(product) + lgamma1p_unit(z);
}

double lgamma(double x) {
  if (std::isnan(x)) return kNaN;
  if (std::isinf(x)) return kInfinity;
  if (x <= 0) {
    if (is_whole(x)) return kInfinity;
    // gamma(x) gamma(1 - x) = pi / sin(pi x)
    return std::log(std::numbers::pi / std::abs(sin_pi_reduced(x))) - lgamma1p(-x);
  }
  if (x < 1) return lgamma1p_unit(x) - std::log(x);
  if (x < kStirlingFrom) return lgamma1p(x - 1);
  return lgamma_stirling(x);
}

double digamma(double x) {
  if (std::isnan(x)) return kNaN;
  if (x == 0) return std::signbit(x) ? kInfinity : -kInfinity;
  if (x < 0) {
    if (is_whole(x)) return kNaN;
    // digamma(1 - x) - digamma(x) = pi cot(pi x), and digamma(1 - x) = digamma(-x) - 1/x
    const double cotangent = cos_pi_reduced(x) / sin_pi_reduced(x);
    return digamma(-x) - 1 / x - std::numbers::pi * cotangent;
  }
  if (x >= kStirlingFrom) return std::isinf(x) ? kInfinity : std::log(x) - log_minus_digamma(x);
  if (x < 1) return digamma1p_unit(x) - 1 / x;
  double sum = 0;
  for (; x >= 2; x -= 1) sum += 1 / (x - 1);
  return sum + digamma1p_unit(x - 1);
}

double trigamma(double x) {
  if (std::isnan(x)) return kNaN;
  if (x > 0) return trigamma_positive(x);
  if (is_whole(x)) return std::isinf(x) ? kNaN : kInfinity;
  // trigamma(x) + trigamma(1 - x) = (pi / sin(pi x))^2
  const double cosecant = std::numbers::pi / sin_pi_reduced(x);
  return cosecant * cosecant - trigamma_positive(1 - x);
}

double polygamma(double n, double x) {
  if (std::isnan(x) || !(n >= 0) || !is_whole(n)) return kNaN;
  if (n == 0) return digamma(x);
  if (n == 1) return trigamma(x);
  if (n == 2 && x < 0 && !is_whole(x)) {
    // polygamma(2, 1 - x) - polygamma(2, x) = pi (d/dx)^2 cot(pi x) = 2 pi^3 cot / sin^2
    const double sine = sin_pi_reduced(x);
    const double cotangent = cos_pi_reduced(x) / sine;
    const double pi = std::numbers::pi;
    return polygamma(2, 1 - x) - 2 * pi * pi * pi * cotangent / (sine * sine);
  }
  if (!(x >= 0) || std::isinf(n)) return kNaN;
  const double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  if (x == 0) return sign * kInfinity;
  if (std::isinf(x)) return sign * 0.0;
  // (-1)^(n+1) n! zeta(n + 1, x)
  const double s = n + 1;
  const double zeta = scaled_hurwitz_zeta(s, x);
  double scale = n <= 150 ? std::pow(x, -s) : 0;
  const bool in_range = scale > 1e-290 && scale < 1e290;
  for (double k = 2; in_range && k <= n; k += 1) scale *= k;
  if (!in_range) scale = std::exp(lgamma1p(n) - s * std::log(x));
  return sign * scale * zeta;
}

}  // namespace autumn::special
