// This file computes the regularised incomplete beta function by its continued fraction, and its
// inverse by bisection.
#include "output/diagnostics/beta_quantile.h"

#include <cmath>

namespace autumn::output {
namespace {

// Continued fraction DLMF 8.17.22 by the modified Lentz method; converges fast for x < (a + 1) / (a
// + b + 2).
double continued_fraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  constexpr int kTerms = 10000;
  double c = 1;
  double d = 1 / (1 - (a + b) * x / (a + 1));
  double value = d;
  const auto multiply = [&](double term) {
    d = 1 + term * d;
    c = 1 + term / c;
    if (std::abs(d) < kTiny) d = kTiny;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    value *= c * d;
  };
  for (int m = 1; m < kTerms; ++m) {
    multiply(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
    multiply(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)));
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return value;
}

double beta_cdf(double x, double a, double b) {
  const double log_front =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  if (x < (a + 1) / (a + b + 2)) return std::exp(log_front) * continued_fraction(x, a, b) / a;
  return 1 - std::exp(log_front) * continued_fraction(1 - x, b, a) / b;
}

}  // namespace

double beta_quantile(double probability, double a, double b) {
  if (std::isnan(probability + a + b)) return probability + a + b;
  double low = 0;
  double high = 1;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (beta_cdf(middle, a, b) < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace autumn::output
