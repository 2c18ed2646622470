// These tests compare the logistic family with the plain formulas in 100 digits, and at the ends
// of the range.
#include "expr/special/logistic.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/numbers.h"

namespace autumn::special {
namespace {

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<400>>;
constexpr double kU = 1.1102230246251565e-16;

std::vector<double> real_grid() {
  std::vector<double> grid{
      0.0,  1e-300, 1e-20, 1e-8,  0.1,  0.6931471805599453, 0.6931471805599454, 1.0, 5.0, 17.0,
      36.0, 37.0,   38.0,  100.0, 700.0};
  std::mt19937_64 generator(11);
  std::uniform_real_distribution<double> uniform(0, 40);
  for (int i = 0; i < 300; ++i) grid.push_back(uniform(generator));
  const std::size_t half = grid.size();
  for (std::size_t i = 0; i < half; ++i) grid.push_back(-grid[i]);
  return grid;
}

double relative_error(double value, const Wide& expected, double scale = 0) {
  const Wide size = std::max<Wide>(abs(expected), Wide(scale));
  return size == 0 ? std::abs(value) : static_cast<double>(abs(Wide(value) - expected) / size);
}

TEST(Logistic, FunctionsOfOneArgumentAgreeWithWideArithmetic) {
  double worst_inv_logit = 0;
  double worst_log1p_exp = 0;
  double worst_log_inv_logit = 0;
  double worst_log1m_exp = 0;
  for (const double x : real_grid()) {
    const Wide e = exp(Wide(x));
    worst_inv_logit = std::max(worst_inv_logit, relative_error(inv_logit(x), e / (1 + e)));
    worst_log1p_exp = std::max(worst_log1p_exp, relative_error(log1p_exp(x), log(1 + e)));
    worst_log_inv_logit =
        std::max(worst_log_inv_logit, relative_error(log_inv_logit(x), -log(1 + 1 / e)));
    if (x < -1e-100) {
      worst_log1m_exp = std::max(worst_log1m_exp, relative_error(log1m_exp(x), log(1 - e)));
    }
  }
  EXPECT_LE(worst_inv_logit, 4 * kU);
  EXPECT_LE(worst_log1p_exp, 4 * kU);
  EXPECT_LE(worst_log_inv_logit, 4 * kU);
  EXPECT_LE(worst_log1m_exp, 4 * kU);
  RecordProperty("inv_logit", std::to_string(worst_inv_logit / kU));
  RecordProperty("log1p_exp", std::to_string(worst_log1p_exp / kU));
  RecordProperty("log_inv_logit", std::to_string(worst_log_inv_logit / kU));
  RecordProperty("log1m_exp", std::to_string(worst_log1m_exp / kU));
}

TEST(Logistic, LogitIsRelativelyAccurateAlsoNearOneHalf) {
  std::vector<double> grid{1e-300,      1e-20, 0.2499, 0.25,   0.5 - 1e-16,
                           0.5 + 1e-15, 0.51,  0.75,   0.7501, 1 - 1e-16};
  std::mt19937_64 generator(12);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int i = 0; i < 500; ++i) grid.push_back(uniform(generator));
  double worst = 0;
  for (const double x : grid) {
    worst = std::max(worst, relative_error(logit(x), log(Wide(x) / (1 - Wide(x)))));
  }
  EXPECT_LE(worst, 4 * kU);
  RecordProperty("logit", std::to_string(worst / kU));
  EXPECT_EQ(logit(0.5), 0);
}

TEST(Logistic, SumsAndDifferencesOfExponentialsAgreeWithWideArithmetic) {
  double worst_add = 0;
  double worst_diff = 0;
  const std::vector<double> grid = real_grid();
  for (std::size_t i = 0; i + 7 < grid.size(); ++i) {
    const double a = std::max(grid[i], grid[i + 7]);
    const double b = std::min(grid[i], grid[i + 7]);
    const Wide sum = log(exp(Wide(a)) + exp(Wide(b)));
    worst_add = std::max(worst_add, relative_error(log_add_exp(b, a), sum, std::abs(a)));
    if (a - b < 1e-100) continue;
    const Wide difference = log(exp(Wide(a)) - exp(Wide(b)));
    worst_diff = std::max(worst_diff, relative_error(log_diff_exp(a, b), difference, std::abs(a)));
  }
  EXPECT_LE(worst_add, 4 * kU);
  EXPECT_LE(worst_diff, 4 * kU);
  RecordProperty("log_add_exp", std::to_string(worst_add / kU));
  RecordProperty("log_diff_exp", std::to_string(worst_diff / kU));
}

TEST(Logistic, LimitsAreExact) {
  EXPECT_EQ(inv_logit(kInfinity), 1);
  EXPECT_EQ(inv_logit(-kInfinity), 0);
  EXPECT_EQ(inv_logit(0), 0.5);
  EXPECT_EQ(logit(0), -kInfinity);
  EXPECT_EQ(logit(1), kInfinity);
  EXPECT_EQ(log1m(1), -kInfinity);
  EXPECT_EQ(log1m(1e-300), -1e-300);
  EXPECT_EQ(log1p_exp(-kInfinity), 0);
  EXPECT_EQ(log1p_exp(kInfinity), kInfinity);
  EXPECT_EQ(log1p_exp(1e300), 1e300);
  EXPECT_EQ(log1p_exp(-700), std::exp(-700));
  EXPECT_EQ(log1m_exp(0), -kInfinity);
  EXPECT_EQ(log1m_exp(-kInfinity), 0);
  EXPECT_EQ(log_inv_logit(-1e300), -1e300);
  EXPECT_EQ(log_inv_logit(kInfinity), 0);
}

TEST(Logistic, InfinitiesInSumsAndDifferencesKeepTheirMeaning) {
  EXPECT_EQ(log_add_exp(-kInfinity, -kInfinity), -kInfinity);
  EXPECT_EQ(log_add_exp(-kInfinity, 3), 3);
  EXPECT_EQ(log_add_exp(3, -kInfinity), 3);
  EXPECT_EQ(log_add_exp(kInfinity, 3), kInfinity);
  EXPECT_EQ(log_add_exp(kInfinity, kInfinity), kInfinity);
  EXPECT_EQ(log_add_exp(-kInfinity, kInfinity), kInfinity);
  EXPECT_EQ(log_diff_exp(3, 3), -kInfinity);
  EXPECT_EQ(log_diff_exp(-kInfinity, -kInfinity), -kInfinity);
  EXPECT_EQ(log_diff_exp(3, -kInfinity), 3);
  EXPECT_EQ(log_diff_exp(kInfinity, 3), kInfinity);
  EXPECT_TRUE(std::isnan(log_diff_exp(kInfinity, kInfinity)));
  EXPECT_TRUE(std::isnan(log_diff_exp(2, 3)));
}

TEST(Logistic, OutsideTheDomainIsNaN) {
  EXPECT_TRUE(std::isnan(logit(-0.1)));
  EXPECT_TRUE(std::isnan(logit(1.1)));
  EXPECT_TRUE(std::isnan(log1m(1.5)));
  EXPECT_TRUE(std::isnan(log1m_exp(0.1)));
  for (const auto& f : {inv_logit, logit, log1m, log1p_exp, log1m_exp, log_inv_logit}) {
    EXPECT_TRUE(std::isnan(f(kNaN)));
  }
  for (const auto& f : {log_diff_exp, log_add_exp, lmultiply, multiply_log1m, divide_or_zero}) {
    EXPECT_TRUE(std::isnan(f(kNaN, 0.5)));
    EXPECT_TRUE(std::isnan(f(0.5, kNaN)));
  }
  EXPECT_TRUE(std::isnan(divide_or_zero(0, kNaN)));
}

TEST(Logistic, ProductsWithZeroTimesInfinityAreZero) {
  EXPECT_EQ(lmultiply(0, 0), 0);
  EXPECT_EQ(lmultiply(2, 0), -kInfinity);
  EXPECT_EQ(lmultiply(3, 2), 3 * std::log(2.0));
  EXPECT_EQ(multiply_log1m(0, 1), 0);
  EXPECT_EQ(multiply_log1m(2, 1), -kInfinity);
  EXPECT_EQ(multiply_log1m(4, 1e-20), -4e-20);
  EXPECT_EQ(divide_or_zero(0, 0), 0);
  EXPECT_EQ(divide_or_zero(0, 5), 0);
  EXPECT_EQ(divide_or_zero(3, 0), kInfinity);
  EXPECT_EQ(divide_or_zero(3, 4), 0.75);
}

}  // namespace
}  // namespace autumn::special
