// This file computes modified Bessel functions: by the power series for small arguments, by
// Hankel's expansion for large ones.
#include "expr/special/bessel.h"

#include <cmath>
#include <limits>

#include "expr/special/stirling.h"

namespace autumn::special {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon() / 8;
constexpr double kAsymptoticFrom = 22;  // the smallest term of the expansion is exp(-2x)

// sum for k >= 1 of (x^2/4)^k / (k! (k + order)!) * order!
double series_less_one(double x, int order) {
  const double y = 0.25 * x * x;
  double term = 1;
  double sum = 0;
  for (int k = 1; term > kEpsilon * sum; ++k) {
    term *= y / (static_cast<double>(k) * (k + order));
    sum += term;
  }
  return sum;
}

// I_order(x) sqrt(2 pi x) exp(-x) - 1 for x >= kAsymptoticFrom (DLMF 10.40.1).
double asymptotic_less_one(double x, int order) {
  const double mu = 4.0 * order * order;
  double term = 1;
  double sum = 0;
  for (int k = 1; std::abs(term) > kEpsilon; ++k) {
    const double odd = 2.0 * k - 1;
    term *= -(mu - odd * odd) / k / 8 / x;
    sum += term;
  }
  return sum;
}

}  // namespace

double log_bessel_i0(double x) {
  x = std::abs(x);
  if (!(x < kAsymptoticFrom)) {
    if (std::isinf(x) || std::isnan(x)) return x;
    return x - (0.5 * std::log(x) + (kHalfLogTwoPi - std::log1p(asymptotic_less_one(x, 0))));
  }
  return std::log1p(series_less_one(x, 0));
}

double bessel_i1_i0_ratio(double x) {
  if (std::isnan(x)) return x;
  if (std::abs(x) >= kAsymptoticFrom) {
    const double size = std::abs(x);
    return std::copysign((1 + asymptotic_less_one(size, 1)) / (1 + asymptotic_less_one(size, 0)),
                         x);
  }
  return 0.5 * x * (1 + series_less_one(x, 1)) / (1 + series_less_one(x, 0));
}

}  // namespace autumn::special
