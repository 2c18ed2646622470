// These tests compare incomplete gamma functions with reference tables, Boost.Math, identities and
// limits.
#include "expr/special/incomplete_gamma.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "base/numbers.h"
#include "expr/special/gamma.h"
#include "expr/special/logistic.h"
#include "expr/special/normal.h"
#include "expr/special/reference_table.h"

namespace autumn::special {
namespace {

constexpr const char* kIncompleteGammaTable = "incomplete_gamma.txt";
using Binary = double (*)(double, double);

TEST(IncompleteGamma, LogarithmsMatchTheTable) {
  expect_matches_table(kIncompleteGammaTable, "log_gamma_p", Binary{log_gamma_p}, 1e-14,
                       ErrorScale::kFromOne);
  expect_matches_table(kIncompleteGammaTable, "log_gamma_q", Binary{log_gamma_q}, 1e-14,
                       ErrorScale::kFromOne);
}

TEST(IncompleteGamma, LogarithmsOfProbabilitiesNearOneAreRelativelyAccurate) {
  expect_matches_table(kIncompleteGammaTable, "log_gamma_p", Binary{log_gamma_p}, 1e-12);
  expect_matches_table(kIncompleteGammaTable, "log_gamma_q", Binary{log_gamma_q}, 1e-12);
}

TEST(IncompleteGamma, DerivativesMatchTheTable) {
  expect_matches_table(kIncompleteGammaTable, "log_gamma_p_da", Binary{log_gamma_p_da}, 1e-12);
  expect_matches_table(kIncompleteGammaTable, "log_gamma_q_da", Binary{log_gamma_q_da}, 1e-12);
}

TEST(IncompleteGamma, AgreesWithBoostAtRandomPoints) {
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> exponent(-2, 3);
  std::uniform_real_distribution<double> spread(-6, 6);
  for (int i = 0; i < 3000; ++i) {
    const double a = std::pow(10.0, exponent(generator));
    const double x = i % 2 == 0 ? std::pow(10.0, exponent(generator))
                                : std::max(a * 1e-3, a + spread(generator) * std::sqrt(a));
    const long double p =
        boost::math::gamma_p(static_cast<long double>(a), static_cast<long double>(x));
    const long double q =
        boost::math::gamma_q(static_cast<long double>(a), static_cast<long double>(x));
    if (p > 1e-4000L) {
      EXPECT_LE(error_of(log_gamma_p(a, x), std::log(p), ErrorScale::kFromOne), 1e-14)
          << a << ' ' << x;
    }
    if (q > 1e-4000L) {
      EXPECT_LE(error_of(log_gamma_q(a, x), std::log(q), ErrorScale::kFromOne), 1e-14)
          << a << ' ' << x;
    }
  }
}

TEST(IncompleteGamma, AddsUpToOneAndFollowsTheRecurrence) {
  for (double a = 0.05; a < 1e7; a *= 3.1) {
    for (const double factor : {0.2, 0.9, 1.0, 1.1, 3.0}) {
      const double x = a * factor;
      EXPECT_NEAR(std::exp(log_gamma_p(a, x)) + std::exp(log_gamma_q(a, x)), 1, 1e-14);
      // P(a, x) - P(a + 1, x) = x^a e^-x / gamma(a + 1), good while the exponent below does not
      // cancel
      if (a > 300) continue;
      const double step = std::exp(a * std::log(x) - x - lgamma1p(a));
      EXPECT_NEAR(std::exp(log_gamma_p(a, x)), std::exp(log_gamma_p(a + 1, x)) + step, 1e-12);
    }
  }
}

TEST(IncompleteGamma, ShapeOneAndOneHalfAreElementary) {
  for (const double x : {1e-10, 0.3, 1.0, 2.0, 30.0, 600.0}) {
    EXPECT_NEAR(log_gamma_q(1, x), -x, 1e-14 * std::max(1.0, x));
    EXPECT_NEAR(log_gamma_p(1, x) / log1m_exp(-x), 1, 1e-12);
    EXPECT_NEAR(std::exp(log_gamma_q(0.5, x)) / erfc(std::sqrt(x)), 1, 4e-16 * (10 + 4 * x));
  }
}

TEST(IncompleteGamma, StaysRightWhereTheProbabilityUnderflows) {
  // P(a, x) ~ x^a / gamma(a + 1) for x -> 0, Q(a, x) ~ x^(a-1) e^-x / gamma(a) for x -> inf
  EXPECT_NEAR(log_gamma_p(30, 1e-200), 30 * std::log(1e-200) - lgamma(31), 1e-10);
  EXPECT_NEAR(log_gamma_q(2, 1e8) / (-1e8 + std::log(1e8)), 1, 1e-15);
  EXPECT_NEAR(log_gamma_q_da(2, 1e8), std::log(1e8) - digamma(2), 1e-6);
  EXPECT_LT(log_gamma_p(1e300, 1e-300), -1e302);
  EXPECT_NEAR(std::exp(log_gamma_p(1e15, 1e15)), 0.5, 1e-8);
}

TEST(IncompleteGamma, HasTheRightSignsForArgumentsOfAnySize) {
  std::mt19937_64 generator(8);
  std::uniform_real_distribution<double> exponent(-300, 300);
  std::uniform_real_distribution<double> near(0.99, 1.01);
  for (int i = 0; i < 20000; ++i) {
    const double shrink = i % 2 == 0 ? 1 : 0.02;
    const double a = std::pow(10.0, shrink * exponent(generator));
    const double x =
        i % 3 == 0 ? a * near(generator) : std::pow(10.0, shrink * exponent(generator));
    EXPECT_LE(log_gamma_p(a, x), 0) << a << ' ' << x;
    EXPECT_LE(log_gamma_q(a, x), 0) << a << ' ' << x;
    EXPECT_LE(log_gamma_p_da(a, x), 0) << a << ' ' << x;
    EXPECT_GE(log_gamma_q_da(a, x), 0) << a << ' ' << x;
  }
}

TEST(IncompleteGamma, LimitsAreRight) {
  EXPECT_EQ(log_gamma_p(2, 0), -kInfinity);
  EXPECT_EQ(log_gamma_q(2, 0), 0);
  EXPECT_EQ(log_gamma_p(2, kInfinity), 0);
  EXPECT_EQ(log_gamma_q(2, kInfinity), -kInfinity);
  EXPECT_EQ(log_gamma_p(kInfinity, 2), -kInfinity);
  EXPECT_EQ(log_gamma_q(kInfinity, 2), 0);
  EXPECT_EQ(log_gamma_p_da(2, 0), -kInfinity);
  EXPECT_EQ(log_gamma_p_da(2, kInfinity), 0);
  EXPECT_EQ(log_gamma_q_da(2, 0), 0);
  EXPECT_EQ(log_gamma_q_da(2, kInfinity), kInfinity);
  for (const Binary f : {log_gamma_p, log_gamma_q, log_gamma_p_da, log_gamma_q_da}) {
    EXPECT_TRUE(std::isnan(f(0, 1)));
    EXPECT_TRUE(std::isnan(f(-1, 1)));
    EXPECT_TRUE(std::isnan(f(1, -1)));
    EXPECT_TRUE(std::isnan(f(kNaN, 1)));
    EXPECT_TRUE(std::isnan(f(1, kNaN)));
    EXPECT_TRUE(std::isnan(f(kInfinity, kInfinity)));
  }
}

}  // namespace
}  // namespace autumn::special
