// These tests compare log gamma and its derivatives with reference tables, Boost.Math and their
// own identities.
#include "expr/special/gamma.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "base/numbers.h"
#include "expr/special/reference_table.h"

namespace autumn::special {
namespace {

constexpr auto kFromOne = ErrorScale::kFromOne;
using Unary = double (*)(double);
using Binary = double (*)(double, double);

TEST(Gamma, MatchesTheTables) {
  expect_matches_table("gamma.txt", "lgamma", Unary{lgamma}, 8 * kU);
  expect_matches_table("gamma.txt", "lgamma1p", Unary{lgamma1p}, 8 * kU);
  expect_matches_table("gamma.txt", "digamma", Unary{digamma}, 8 * kU);
  expect_matches_table("gamma.txt", "trigamma", Unary{trigamma}, 8 * kU);
  expect_matches_table("gamma.txt", "polygamma", Binary{polygamma}, 1e-14);
  expect_matches_table("gamma.txt", "polygamma_high", Binary{polygamma}, 3e-13);
}

TEST(Gamma, MatchesTheTablesForNegativeArguments) {
  expect_matches_table("gamma.txt", "lgamma_negative", Unary{lgamma}, 8 * kU, kFromOne);
  expect_matches_table("gamma.txt", "digamma_negative", Unary{digamma}, 16 * kU, kFromOne);
  expect_matches_table("gamma.txt", "trigamma_negative", Unary{trigamma}, 16 * kU);
}

TEST(Gamma, AgreesWithBoostOnADenseGrid) {
  std::mt19937_64 generator(3);
  std::uniform_real_distribution<double> exponent(-3, 5);
  std::uniform_real_distribution<double> uniform(0.5, 12);
  for (int i = 0; i < 6000; ++i) {
    const double x = i % 2 == 0 ? uniform(generator) : std::pow(10.0, exponent(generator));
    const long double wide = x;
    const auto relative = ErrorScale::kRelative;
    EXPECT_LE(error_of(lgamma(x), boost::math::lgamma(wide), relative), 8 * kU) << x;
    EXPECT_LE(error_of(digamma(x), boost::math::digamma(wide), relative), 8 * kU) << x;
    EXPECT_LE(error_of(trigamma(x), boost::math::trigamma(wide), relative), 8 * kU) << x;
  }
}

TEST(Gamma, SatisfiesTheRecurrence) {
  for (double x = 0.03; x < 40; x *= 1.07) {
    const double next = x + 1;
    const double shift = x - (next - 1);  // what the rounding of x + 1 took away
    const double scale = std::max({1.0, std::abs(lgamma(x)), std::abs(digamma(x)), trigamma(x)});
    EXPECT_NEAR(lgamma(next) + shift * digamma(next), lgamma(x) + std::log(x), 16 * kU * scale);
    EXPECT_NEAR(digamma(next) + shift * trigamma(next), digamma(x) + 1 / x, 16 * kU * scale);
    EXPECT_NEAR(trigamma(next), trigamma(x) - 1 / (x * x), 32 * kU * scale);
  }
}

TEST(Gamma, SatisfiesTheReflection) {
  for (double x = 0.0625; x <= 0.5; x += 0.0625) {  // 1 - x is exact
    const double sine = std::sin(std::numbers::pi * x);
    EXPECT_NEAR(lgamma(x) + lgamma(1 - x), std::log(std::numbers::pi / sine), 16 * kU);
    EXPECT_NEAR(digamma(1 - x) - digamma(x),
                std::numbers::pi * std::cos(std::numbers::pi * x) / sine, 100 * kU);
    EXPECT_NEAR(trigamma(-x) - 1 / (x * x) + trigamma(x), std::pow(std::numbers::pi / sine, 2),
                64 * kU * trigamma(-x));
  }
}

TEST(Gamma, SpecialValuesAreExact) {
  EXPECT_EQ(lgamma(1), 0);
  EXPECT_EQ(lgamma(2), 0);
  EXPECT_EQ(lgamma(3), std::numbers::ln2);
  EXPECT_EQ(lgamma1p(0), 0);
  EXPECT_EQ(lgamma1p(1), 0);
  EXPECT_DOUBLE_EQ(digamma(1), -std::numbers::egamma);
  EXPECT_DOUBLE_EQ(trigamma(1), std::numbers::pi * std::numbers::pi / 6);
  EXPECT_EQ(polygamma(0, 2.5), digamma(2.5));
  EXPECT_EQ(polygamma(1, -2.5), trigamma(-2.5));
}

TEST(Gamma, LimitsAreRight) {
  EXPECT_EQ(lgamma(kInfinity), kInfinity);
  EXPECT_EQ(lgamma(-kInfinity), kInfinity);
  EXPECT_EQ(lgamma(0), kInfinity);
  EXPECT_EQ(lgamma(-3), kInfinity);
  EXPECT_EQ(lgamma(-1e300), kInfinity);
  EXPECT_EQ(lgamma(1e307), kInfinity);  // the true value overflows from 2.56e305 on
  EXPECT_LT(lgamma(2.5e305), kInfinity);
  EXPECT_EQ(digamma(0.0), -kInfinity);
  EXPECT_EQ(digamma(-0.0), kInfinity);
  EXPECT_EQ(digamma(kInfinity), kInfinity);
  EXPECT_EQ(trigamma(0), kInfinity);
  EXPECT_EQ(trigamma(-4), kInfinity);
  EXPECT_EQ(trigamma(kInfinity), 0);
  EXPECT_EQ(polygamma(2, 0), -kInfinity);
  EXPECT_EQ(polygamma(3, 0), kInfinity);
  EXPECT_EQ(polygamma(3, kInfinity), 0);
}

TEST(Gamma, OutsideTheDomainIsNaN) {
  for (const Unary f : {Unary{lgamma}, Unary{lgamma1p}, Unary{digamma}, Unary{trigamma}}) {
    EXPECT_TRUE(std::isnan(f(kNaN)));
  }
  EXPECT_TRUE(std::isnan(digamma(-2)));
  EXPECT_TRUE(std::isnan(digamma(-kInfinity)));
  EXPECT_TRUE(std::isnan(trigamma(-kInfinity)));
  EXPECT_TRUE(std::isnan(lgamma1p(-0.5)));
  EXPECT_TRUE(std::isnan(polygamma(1.5, 2)));
  EXPECT_TRUE(std::isnan(polygamma(-1, 2)));
  EXPECT_TRUE(std::isnan(polygamma(2, -1)));
  EXPECT_TRUE(std::isnan(polygamma(3, -1.5)));
  EXPECT_TRUE(std::isnan(polygamma(2, kNaN)));
  EXPECT_TRUE(std::isnan(polygamma(kNaN, 2)));
}

}  // namespace
}  // namespace autumn::special
