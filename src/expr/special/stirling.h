// This header has the parts that the special functions share: Stirling series and the two
// exponential remainders, all free of cancellation.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <span>

namespace autumn::special {

inline constexpr double kHalfLogTwoPi = 0.91893853320467274178;

// From here on the Stirling series below, cut after nine terms, are exact to double precision.
inline constexpr double kStirlingFrom = 10;

// log gamma(x) - [(x - 1/2) log x - x + log(2 pi) / 2] for x >= kStirlingFrom.
[[nodiscard]] double stirling_correction(double x);

// stirling_correction(a + n) - stirling_correction(a) without cancellation, for a >= kStirlingFrom
// and n >= 0.
[[nodiscard]] double stirling_correction_difference(double a, double n);

// log(x) - digamma(x) for x >= kStirlingFrom.
[[nodiscard]] double log_minus_digamma(double x);

// log(1 + x) - x for x > -1.
[[nodiscard]] double log1p_minus(double x);

// exp(x) - 1 - x.
[[nodiscard]] double expm1_minus(double x);

// sum of coefficients[k] x^k.
template <typename Numbers>
[[nodiscard]] constexpr double horner(const Numbers& coefficients, double x) {
  const std::size_t last = std::size(coefficients) - 1;
  double sum = coefficients[last];
  for (std::size_t k = last; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

// B(2k), k = 1...9, and the Stirling coefficients B(2k) / (2k) and B(2k) / (2k (2k - 1)).
inline constexpr std::array<double, 9> kBernoulli{1.0 / 6,   -1.0 / 30,     1.0 / 42,
                                                  -1.0 / 30, 5.0 / 66,      -691.0 / 2730,
                                                  7.0 / 6,   -3617.0 / 510, 43867.0 / 798};

template <typename Divisor>
[[nodiscard]] constexpr std::array<double, 9> bernoulli_over(Divisor divisor) {
  std::array<double, 9> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = kBernoulli[i] / divisor(2.0 * static_cast<double>(i + 1));
  }
  return result;
}
inline constexpr auto kDigammaSeries = bernoulli_over([](double k) { return k; });
inline constexpr auto kLgammaSeries = bernoulli_over([](double k) { return k * (k - 1); });

// 1, B(2), B(4), ...: trigamma(x) = 1 / (2 x^2) + sum of kTrigammaSeries[k] / x^(2k+1).
inline constexpr auto kTrigammaSeries = [] {
  std::array<double, kBernoulli.size() + 1> result{1};
  for (std::size_t i = 0; i < kBernoulli.size(); ++i) result[i + 1] = kBernoulli[i];
  return result;
}();

// The reciprocals of a and a + n and their difference, from which differences of powers follow.
struct ReciprocalPair {
  double s;           // 1 / a
  double t;           // 1 / (a + n)
  double difference;  // s - t, accurate also for n much smaller than a

  ReciprocalPair(double a, double n) : s(1 / a), t(1 / (a + n)), difference(n / a / (a + n)) {}
};

// sum of c[k] (s^(2k+1) - t^(2k+1)), by s^m - t^m = (s - t) (s^(m-1) + s^(m-2) t + ...).
[[nodiscard]] double odd_power_differences(std::span<const double> c, const ReciprocalPair& p);

// sum of c[k] (s^(2k+2) - t^(2k+2)).
[[nodiscard]] double even_power_differences(std::span<const double> c, const ReciprocalPair& p);

}  // namespace autumn::special
