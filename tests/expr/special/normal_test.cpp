// These tests compare the normal distribution function and its relatives with reference tables,
// Boost.Math and identities.
#include "expr/special/normal.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/owens_t.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "base/numbers.h"
#include "expr/special/reference_table.h"

namespace autumn::special {
namespace {

constexpr const char* kNormalTable = "normal.txt";
using Unary = double (*)(double);
using Binary = double (*)(double, double);

TEST(Normal, MatchesTheTables) {
  expect_matches_table(kNormalTable, "normal_cdf", Unary{normal_cdf}, 16 * kU);
  expect_matches_table(kNormalTable, "log_normal_cdf", Unary{log_normal_cdf}, 16 * kU);
  expect_matches_table(kNormalTable, "inverse_mills_ratio", Unary{inverse_mills_ratio}, 16 * kU);
  expect_matches_table(kNormalTable, "inv_normal_cdf", Unary{inv_normal_cdf}, 8 * kU);
  expect_matches_table(kNormalTable, "owens_t", Binary{owens_t}, 32 * kU);
}

TEST(Normal, LimitsAreExact) {
  EXPECT_EQ(normal_cdf(-kInfinity), 0);
  EXPECT_EQ(normal_cdf(kInfinity), 1);
  EXPECT_EQ(normal_cdf(0), 0.5);
  EXPECT_EQ(log_normal_cdf(kInfinity), 0);
  EXPECT_EQ(log_normal_cdf(-kInfinity), -kInfinity);
  EXPECT_EQ(log_normal_cdf(-1e200), -kInfinity);
  EXPECT_EQ(log_normal_cdf(0), -std::numbers::ln2);
  EXPECT_EQ(inverse_mills_ratio(kInfinity), 0);
  EXPECT_EQ(inverse_mills_ratio(-kInfinity), kInfinity);
  EXPECT_EQ(inverse_mills_ratio(-1e200), 1e200);
  EXPECT_EQ(inverse_mills_ratio(1e200), 0);
  EXPECT_EQ(inv_normal_cdf(0), -kInfinity);
  EXPECT_EQ(inv_normal_cdf(1), kInfinity);
  EXPECT_EQ(inv_normal_cdf(0.5), 0);
  EXPECT_EQ(erf(0), 0);
  EXPECT_EQ(erf(kInfinity), 1);
  EXPECT_EQ(erfc(0), 1);
  EXPECT_EQ(erfc(-kInfinity), 2);
}

TEST(Normal, OutsideTheDomainIsNaN) {
  EXPECT_TRUE(std::isnan(inv_normal_cdf(-0.1)));
  EXPECT_TRUE(std::isnan(inv_normal_cdf(1.1)));
  for (const Unary f : {Unary{erf}, Unary{erfc}, Unary{normal_cdf}, Unary{log_normal_cdf},
                        Unary{inverse_mills_ratio}, Unary{inv_normal_cdf}}) {
    EXPECT_TRUE(std::isnan(f(kNaN)));
  }
  EXPECT_TRUE(std::isnan(owens_t(kNaN, 1)));
  EXPECT_TRUE(std::isnan(owens_t(1, kNaN)));
}

TEST(Normal, InverseUndoesTheDistributionFunction) {
  for (double x = -37; x < 0; x += 0.37) {
    // A relative error u in p moves x by u / inverse_mills_ratio(x).
    const double tolerance = 16 * kU * std::max(std::abs(x), 1 / inverse_mills_ratio(x));
    EXPECT_NEAR(inv_normal_cdf(normal_cdf(x)), x, tolerance) << x;
  }
  for (double p = 0.01; p < 0.5; p += 0.01)
    EXPECT_NEAR(inv_normal_cdf(1 - p), -inv_normal_cdf(p), 1e-14);
}

TEST(Normal, BranchesMeetSmoothly) {
  const double left = std::nextafter(-5.0, -6.0);
  const double right = std::nextafter(-5.0, 0.0);
  EXPECT_NEAR(log_normal_cdf(left), log_normal_cdf(right), 64 * kU * 15);
  EXPECT_NEAR(inverse_mills_ratio(left), inverse_mills_ratio(right), 64 * kU * 5);
}

TEST(OwensT, AgreesWithBoostAtRandomPoints) {
  std::mt19937_64 generator(5);
  std::uniform_real_distribution<double> h_uniform(0, 6);
  std::uniform_real_distribution<double> a_exponent(-2, 2);
  for (int i = 0; i < 3000; ++i) {
    const double h = h_uniform(generator);
    const double a = std::pow(10.0, a_exponent(generator));
    // Boost loses relative accuracy in the tail itself; 1e-16 absolute is what it offers there.
    EXPECT_NEAR(owens_t(h, a), boost::math::owens_t(h, a), 1e-14 * owens_t(h, a) + 2e-16)
        << h << ' ' << a;
  }
}

TEST(OwensT, HasItsSymmetriesAndLimits) {
  for (const double h : {0.3, 1.7, 5.0}) {
    for (const double a : {0.2, 1.0, 4.0}) {
      EXPECT_EQ(owens_t(-h, a), owens_t(h, a));
      EXPECT_EQ(owens_t(h, -a), -owens_t(h, a));
      EXPECT_EQ(owens_t(-h, -a), -owens_t(h, a));
    }
    EXPECT_NEAR(owens_t(h, 1) / (0.5 * normal_cdf(h) * normal_cdf(-h)), 1, 32 * kU);
    EXPECT_EQ(owens_t(h, kInfinity), 0.5 * normal_cdf(-h));
    EXPECT_EQ(owens_t(h, -kInfinity), -0.5 * normal_cdf(-h));
    EXPECT_EQ(owens_t(h, 0), 0);
  }
  EXPECT_EQ(owens_t(kInfinity, 2), 0);
  EXPECT_EQ(owens_t(-kInfinity, kInfinity), 0);
  EXPECT_EQ(owens_t(0, kInfinity), 0.25);
  EXPECT_DOUBLE_EQ(owens_t(0, 1), 0.125);
}

}  // namespace
}  // namespace autumn::special
