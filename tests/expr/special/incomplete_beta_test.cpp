// These tests compare the incomplete beta function with reference tables, Boost.Math, identities
// and limits.
#include "expr/special/incomplete_beta.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "base/numbers.h"
#include "expr/special/gamma.h"
#include "expr/special/incomplete_gamma.h"
#include "expr/special/reference_table.h"

namespace autumn::special {
namespace {

constexpr const char* kIncompleteBetaTable = "incomplete_beta.txt";
using Ternary = double (*)(double, double, double);

TEST(IncompleteBeta, LogarithmMatchesTheTable) {
  expect_matches_table(kIncompleteBetaTable, "log_inc_beta", Ternary{log_inc_beta}, 1e-13,
                       ErrorScale::kFromOne);
}

TEST(IncompleteBeta, LogarithmOfAProbabilityNearOneIsRelativelyAccurate) {
  expect_matches_table(kIncompleteBetaTable, "log_inc_beta", Ternary{log_inc_beta}, 1e-11);
}

TEST(IncompleteBeta, DerivativesMatchTheTable) {
  expect_matches_table(kIncompleteBetaTable, "log_inc_beta_da", Ternary{log_inc_beta_da}, 1e-10);
  expect_matches_table(kIncompleteBetaTable, "log_inc_beta_db", Ternary{log_inc_beta_db}, 1e-10);
}

TEST(IncompleteBeta, AgreesWithBoostAtRandomPoints) {
  std::mt19937_64 generator(9);
  std::uniform_real_distribution<double> exponent(-2, 3);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int i = 0; i < 3000; ++i) {
    const double a = std::pow(10.0, exponent(generator));
    const double b = std::pow(10.0, exponent(generator));
    const double spread = (uniform(generator) - 0.5) * 8 * std::sqrt(a * b / (a + b)) / (a + b);
    const double x =
        i % 2 == 0 ? uniform(generator) : std::min(0.999, std::max(1e-4, a / (a + b) + spread));
    const long double wide_a = a;
    const long double wide_b = b;
    const long double wide_x = x;
    const long double value = boost::math::ibeta(wide_a, wide_b, wide_x);
    if (value < 1e-4000L) continue;
    EXPECT_LE(error_of(log_inc_beta(a, b, x), std::log(value), ErrorScale::kFromOne), 1e-13)
        << a << ' ' << b << ' ' << x;
  }
}

TEST(IncompleteBeta, HasItsSymmetry) {
  for (const double a : {1e-6, 0.3, 2.0, 15.0, 1e5, 1e9}) {
    for (const double b : {1e-6, 0.7, 3.0, 40.0, 1e5}) {
      for (const double x : {0.0625, 0.5, 0.75, 0.9375}) {  // 1 - x is exact
        const double sum = std::exp(log_inc_beta(a, b, x)) + std::exp(log_inc_beta(b, a, 1 - x));
        EXPECT_NEAR(sum, 1, 1e-14) << a << ' ' << b << ' ' << x;
      }
    }
  }
}

TEST(IncompleteBeta, ElementaryCasesAreRight) {
  for (const double x : {1e-300, 1e-10, 0.3, 0.5, 0.999}) {
    for (const double a : {1e-5, 0.5, 4.0, 300.0}) {
      EXPECT_NEAR(log_inc_beta(a, 1, x) / (a * std::log(x)), 1, 1e-12) << a << ' ' << x;
      EXPECT_NEAR(log_inc_beta_da(a, 1, x) / std::log(x), 1, 1e-11) << a << ' ' << x;
    }
  }
  EXPECT_NEAR(std::exp(log_inc_beta(1e12, 1e12, 0.5)), 0.5, 1e-12);
}

TEST(IncompleteBeta, StaysRightWhereTheProbabilityUnderflows) {
  // I ~ x^a / (a B(a, b)) for x -> 0
  for (const double b : {0.2, 1.0, 30.0, 1e4}) {
    const double expected = 50 * std::log(1e-100) - std::log(50.0) - lbeta(50, b);
    EXPECT_NEAR(log_inc_beta(50, b, 1e-100) / expected, 1, 1e-14);
    EXPECT_NEAR(log_inc_beta_db(50, b, 1e-100) / digamma_difference(b, 50), 1, 1e-12);
  }
}

TEST(IncompleteBeta, GoesOverIntoTheIncompleteGammaForAHugeShape) {
  // I_x(a, b) -> P(a, b x), with a relative error of order (a + b x)^2 / b
  for (const double a : {1e-10, 0.05, 0.9, 3.0, 40.0}) {
    for (const double z : {1e-5, 0.1, 1.0, 7.0, 60.0}) {
      const double b = 0x1p80;
      EXPECT_NEAR(log_inc_beta(a, b, z / b) / log_gamma_p(a, z), 1, 1e-12) << a << ' ' << z;
      EXPECT_NEAR(log_inc_beta_da(a, b, z / b) / log_gamma_p_da(a, z), 1, 1e-12) << a << ' ' << z;
      EXPECT_NEAR(log_inc_beta(b, a, 1 - 0x1p-40) / log_gamma_q(a, b * 0x1p-40), 1, 1e-11);
    }
  }
}

TEST(IncompleteBeta, HasTheRightSignsForArgumentsOfAnySize) {
  std::mt19937_64 generator(10);
  std::uniform_real_distribution<double> exponent(-300, 300);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int i = 0; i < 20000; ++i) {
    const double shrink = i % 2 == 0 ? 1 : 0.02;
    const double a = std::pow(10.0, shrink * exponent(generator));
    const double b = std::pow(10.0, shrink * exponent(generator));
    const double near_mean = std::min(1.0, a / (a + b) * (0.999 + 0.002 * uniform(generator)));
    const double x = i % 3 == 0 ? near_mean : std::pow(uniform(generator), i % 3 == 1 ? 1 : 200);
    EXPECT_LE(log_inc_beta(a, b, x), 0) << a << ' ' << b << ' ' << x;
    EXPECT_LE(log_inc_beta_da(a, b, x), 0) << a << ' ' << b << ' ' << x;
    EXPECT_GE(log_inc_beta_db(a, b, x), 0) << a << ' ' << b << ' ' << x;
  }
}

TEST(IncompleteBeta, LimitsAreRight) {
  EXPECT_EQ(log_inc_beta(2, 3, 0), -kInfinity);
  EXPECT_EQ(log_inc_beta(2, 3, 1), 0);
  EXPECT_EQ(log_inc_beta_da(2, 3, 0), -kInfinity);
  EXPECT_EQ(log_inc_beta_da(2, 3, 1), 0);
  EXPECT_EQ(log_inc_beta_db(2, 3, 0), digamma_difference(3, 2));
  EXPECT_EQ(log_inc_beta_db(2, 3, 1), 0);
  for (const Ternary f : {log_inc_beta, log_inc_beta_da, log_inc_beta_db}) {
    EXPECT_TRUE(std::isnan(f(0, 1, 0.5)));
    EXPECT_TRUE(std::isnan(f(1, -1, 0.5)));
    EXPECT_TRUE(std::isnan(f(1, 1, 1.5)));
    EXPECT_TRUE(std::isnan(f(1, 1, -0.5)));
    EXPECT_TRUE(std::isnan(f(kNaN, 1, 0.5)));
    EXPECT_TRUE(std::isnan(f(1, kNaN, 0.5)));
    EXPECT_TRUE(std::isnan(f(1, 1, kNaN)));
    EXPECT_TRUE(std::isnan(f(kInfinity, 1, 0.5)));
  }
}

}  // namespace
}  // namespace autumn::special
