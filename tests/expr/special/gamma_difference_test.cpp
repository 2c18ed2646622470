// These tests compare differences of log gamma and its derivatives, log beta and log choose, with
// reference tables and identities.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/numbers.h"
#include "expr/special/gamma.h"
#include "expr/special/reference_table.h"

namespace autumn::special {
namespace {

constexpr const char* kGammaDifferenceTable = "gamma_difference.txt";
using Binary = double (*)(double, double);

TEST(LogRisingFactorial, MatchesTheTableUpToTheConditionOfTheProblem) {
  double worst = 0;
  for (const ReferenceRow& row : reference_rows(kGammaDifferenceTable, "log_rising_factorial")) {
    const double a = row.arguments[0];
    const double n = row.arguments[1];
    // The result's change for a relative change of one in n and in a.
    const double condition = std::abs(n * digamma(a + n)) + std::abs(a * digamma_difference(a, n));
    const long double error = std::abs(log_rising_factorial(a, n) - row.value);
    const double scaled = static_cast<double>(error / (std::abs(row.value) + condition));
    EXPECT_LE(scaled, 4 * kU) << a << ' ' << n;
    worst = std::max(worst, scaled);
  }
  RecordProperty("log_rising_factorial", std::to_string(worst / kU) + " u");
}

TEST(LogRisingFactorial, IsRelativelyAccurateAwayFromItsZeros) {
  for (const ReferenceRow& row : reference_rows(kGammaDifferenceTable, "log_rising_factorial")) {
    const double a = row.arguments[0];
    if (a < 3 && a > 0.01) continue;
    const double value = log_rising_factorial(a, row.arguments[1]);
    EXPECT_LE(error_of(value, row.value, ErrorScale::kRelative), 8 * kU)
        << a << ' ' << row.arguments[1];
  }
}

TEST(LogRisingFactorial, IsExactWhereLogGammaWouldCancel) {
  EXPECT_NEAR(log_rising_factorial(1e20, 5), 5 * std::log(1e20), 1e-15 * 5 * std::log(1e20));
  EXPECT_EQ(log_rising_factorial(1, 1), 0);
  EXPECT_EQ(log_rising_factorial(2, 1), std::numbers::ln2);
  EXPECT_EQ(log_rising_factorial(1, 5), std::log(120.0));
  EXPECT_EQ(log_rising_factorial(2, -1), 0);
}

TEST(DigammaDifference, MatchesTheTable) {
  expect_matches_table(kGammaDifferenceTable, "digamma_difference", Binary{digamma_difference},
                       16 * kU);
}

TEST(TrigammaDifference, MatchesTheTable) {
  expect_matches_table(kGammaDifferenceTable, "trigamma_difference", Binary{trigamma_difference},
                       16 * kU);
}

TEST(Differences, AddUpAlongAChain) {
  for (double a = 0.02; a < 1e6; a *= 2.3) {
    const double n = 0.75 * a + 0.1;
    const double m = 1.5;
    const double whole = n + m;
    EXPECT_NEAR(log_rising_factorial(a, whole),
                log_rising_factorial(a, n) + log_rising_factorial(a + n, m),
                32 * kU * (1 + std::abs(log_rising_factorial(a, whole))));
    EXPECT_NEAR(digamma_difference(a, whole),
                digamma_difference(a, n) + digamma_difference(a + n, m),
                32 * kU * digamma_difference(a, whole));
  }
}

TEST(Differences, LimitsAreRight) {
  EXPECT_EQ(log_rising_factorial(3, 0), 0);
  EXPECT_EQ(log_rising_factorial(0, 2), -kInfinity);
  EXPECT_EQ(log_rising_factorial(2, -2), kInfinity);
  EXPECT_EQ(log_rising_factorial(kInfinity, 2), kInfinity);
  EXPECT_EQ(log_rising_factorial(kInfinity, -2), -kInfinity);
  EXPECT_EQ(log_rising_factorial(2, kInfinity), kInfinity);
  EXPECT_EQ(digamma_difference(3, 0), 0);
  EXPECT_EQ(digamma_difference(0, 2), kInfinity);
  EXPECT_EQ(digamma_difference(2, -2), -kInfinity);
  EXPECT_EQ(digamma_difference(kInfinity, 2), 0);
  EXPECT_EQ(digamma_difference(2, kInfinity), kInfinity);
  EXPECT_EQ(trigamma_difference(3, 0), 0);
  EXPECT_EQ(trigamma_difference(0, 2), -kInfinity);
  EXPECT_EQ(trigamma_difference(2, -2), kInfinity);
  EXPECT_EQ(trigamma_difference(kInfinity, 2), 0);
  EXPECT_EQ(trigamma_difference(2, kInfinity), -trigamma(2));
  for (const Binary f : {log_rising_factorial, digamma_difference, trigamma_difference}) {
    EXPECT_TRUE(std::isnan(f(-1, 3)));
    EXPECT_TRUE(std::isnan(f(1, -3)));
    EXPECT_TRUE(std::isnan(f(kNaN, 3)));
    EXPECT_TRUE(std::isnan(f(1, kNaN)));
  }
}

TEST(LogBeta, MatchesTheTable) {
  expect_matches_table(kGammaDifferenceTable, "lbeta", Binary{lbeta}, 16 * kU,
                       ErrorScale::kFromOne);
}

TEST(LogBeta, IsRelativelyAccurateForLargeShapes) {
  for (const ReferenceRow& row : reference_rows(kGammaDifferenceTable, "lbeta")) {
    if (row.arguments[0] < 1 || row.arguments[1] < 1) continue;
    const double value = lbeta(row.arguments[0], row.arguments[1]);
    EXPECT_LE(error_of(value, row.value, ErrorScale::kRelative), 16 * kU)
        << row.arguments[0] << ' ' << row.arguments[1];
  }
}

TEST(LogBeta, IsSymmetricAndHasTheRightLimits) {
  for (const double a : {1e-5, 0.5, 3.0, 20.0, 1e8}) EXPECT_EQ(lbeta(a, 7.5), lbeta(7.5, a));
  EXPECT_EQ(lbeta(1, 1), 0);
  EXPECT_EQ(lbeta(1, 8), -std::log(8.0));
  EXPECT_EQ(lbeta(0, 1), kInfinity);
  EXPECT_EQ(lbeta(1, kInfinity), -kInfinity);
  EXPECT_TRUE(std::isnan(lbeta(-1, 1)));
  EXPECT_TRUE(std::isnan(lbeta(0, kInfinity)));
  EXPECT_TRUE(std::isnan(lbeta(kNaN, 1)));
  EXPECT_TRUE(std::isnan(lbeta(1, kNaN)));
  EXPECT_LT(lbeta(1e308, 1e308), -1e308);
}

TEST(LogChoose, MatchesTheTable) {
  expect_matches_table(kGammaDifferenceTable, "lchoose", Binary{lchoose}, 16 * kU);
}

TEST(LogChoose, ObeysPascalsRuleAndItsLimits) {
  for (double n = 2; n < 60; n += 1) {
    for (double k = 1; k < n; k += 1) {
      const double sum = std::exp(lchoose(n - 1, k - 1)) + std::exp(lchoose(n - 1, k));
      EXPECT_NEAR(std::exp(lchoose(n, k)) / sum, 1, 1e-13);
    }
  }
  EXPECT_EQ(lchoose(5, 0), 0);
  EXPECT_EQ(lchoose(5, 5), 0);
  EXPECT_EQ(lchoose(0, 0), 0);
  EXPECT_DOUBLE_EQ(lchoose(5, 1), std::log(5.0));
  EXPECT_EQ(lchoose(kInfinity, 2), kInfinity);
  EXPECT_TRUE(std::isnan(lchoose(3, 4)));
  EXPECT_TRUE(std::isnan(lchoose(3, -1)));
  EXPECT_TRUE(std::isnan(lchoose(kNaN, 1)));
  EXPECT_TRUE(std::isnan(lchoose(3, kNaN)));
}

}  // namespace
}  // namespace autumn::special
