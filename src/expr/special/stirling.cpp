// This file computes Stirling series and exponential remainders.
#include "expr/special/stirling.h"

#include <cmath>

namespace autumn::special {
namespace {

// 2/3, 2/5, 2/7, ...: (2 atanh(r) - 2r) / r^3 in powers of r^2
constexpr auto kAtanhTail = [] {
  std::array<double, 14> result{};
  for (std::size_t k = 0; k < result.size(); ++k) result[k] = 2 / (2 * static_cast<double>(k) + 3);
  return result;
}();

// 1/2!, 1/3!, 1/4!, ...: (e^x - 1 - x) / x^2 in powers of x
constexpr auto kExpTail = [] {
  std::array<double, 14> result{};
  double factorial = 1;
  for (std::size_t k = 0; k < result.size(); ++k) {
    factorial *= static_cast<double>(k) + 2;
    result[k] = 1 / factorial;
  }
  return result;
}();

}  // namespace

double stirling_correction(double x) {
  const double s = 1 / x;
  return s * horner(kLgammaSeries, s * s);
}

double stirling_correction_difference(double a, double n) {
  return -odd_power_differences(kLgammaSeries, ReciprocalPair(a, n));
}

double log_minus_digamma(double x) {
  const double s = 1 / x;
  return s * (0.5 + s * horner(kDigammaSeries, s * s));
}

double log1p_minus(double x) {
  if (x < -0.4 || x > 0.6) return std::log1p(x) - x;
  // With r = x / (2 + x), log(1 + x) = 2 atanh(r) and 2r - x = -x r; the rest is the series of
  // atanh.
  const double r = x / (2 + x);
  const double r2 = r * r;
  return r * (r2 * horner(kAtanhTail, r2) - x);
}

double expm1_minus(double x) {
  if (std::abs(x) > 0.5) return std::expm1(x) - x;
  return x * x * horner(kExpTail, x);
}

double odd_power_differences(std::span<const double> c, const ReciprocalPair& p) {
  double quotient = 1;  // (s^m - t^m) / (s - t)
  double t_power = p.t;
  double sum = 0;
  for (const double coefficient : c) {
    sum += coefficient * quotient;
    quotient = p.s * p.s * quotient + t_power * (p.s + p.t);
    t_power *= p.t * p.t;
  }
  return p.difference * sum;
}

double even_power_differences(std::span<const double> c, const ReciprocalPair& p) {
  double quotient = 1;  // (s^m - t^m) / (s^2 - t^2)
  double t_power = p.t * p.t;
  double sum = 0;
  for (const double coefficient : c) {
    sum += coefficient * quotient;
    quotient = p.s * p.s * quotient + t_power;
    t_power *= p.t * p.t;
  }
  return p.difference * (p.s + p.t) * sum;
}

}  // namespace autumn::special
