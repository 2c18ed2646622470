// These tests compare cumulative probabilities of discrete distributions with sums of their
// probabilities, and look at their values between and outside the integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/numbers.h"
#include "dist/discrete_harness.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

struct Table {
  std::string_view name;
  std::vector<double> support;  // infinite ones cut far out in the tail
  std::vector<expr::Array> args;
};

std::vector<Table> tables() {
  return {
      {"bernoulli", {0, 1}, numbers({0.3})},
      {"bernoulli_logit", {0, 1}, numbers({-2.3})},
      {"binomial", integers(0, 40), numbers({40, 0.2})},
      {"binomial", integers(0, 40), numbers({40, 0.97})},
      {"binomial", integers(0, 5000), numbers({5000, 1e-4})},
      {"binomial_logit", integers(0, 40), numbers({40, 1.2})},
      {"binomial_logit", integers(0, 40), numbers({40, -30})},
      {"poisson", integers(0, 250), numbers({30})},
      {"poisson", integers(0, 50), numbers({1e-3})},
      {"poisson_log", integers(0, 250), numbers({3.3})},
      {"neg_binomial", integers(0, 1500), numbers({2.5, 0.3})},
      {"neg_binomial_2", integers(0, 9000), numbers({20, 0.4})},
      {"neg_binomial_2", integers(0, 300), numbers({20, 1e12})},
      {"neg_binomial_2", integers(0, 300), numbers({0.01, 0.03})},
      {"neg_binomial_2_log", integers(0, 9000), numbers({3, 0.4})},
      {"neg_binomial_2_log", integers(0, 300), numbers({3, 1e12})},
      {"discrete_range", integers(-7, 31), numbers({-7, 31})},
      {"ordered_logistic", integers(1, 4), {number(0.7), vector_of({-2, 0.5, 30})}},
  };
}

// The logarithms of running sums, in long double and without underflow.
template <typename Iterator>
void accumulate_logs(Iterator first, Iterator last) {
  long double total = -kInfinity;
  for (; first != last; ++first) {
    const long double high = std::max<long double>(total, *first);
    const long double low = std::min<long double>(total, *first);
    total = *first = std::isinf(low) ? high : high + std::log1p(std::exp(low - high));
  }
}

std::vector<long double> log_probabilities(const Table& table) {
  const std::vector<double> p = values_at(find(table.name)->log_density, table.support, table.args);
  return {p.begin(), p.end()};
}

// Both sides are compared as logarithms, so far tails count as much as the middle; only what is not
// much larger than `cut` (what the end of the table may hide) is left out.
double expect_same(const Table& table, const std::vector<double>& found,
                   const std::vector<long double>& expected, double cut) {
  double worst = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double log_expected = static_cast<double>(expected[i]);
    if (found[i] == log_expected || log_expected < cut) continue;
    const double error = std::fabs(found[i] - log_expected) / (1.0 + std::fabs(log_expected));
    EXPECT_LE(error, 1e-10) << table.name << " at " << table.support[i] << ": " << found[i]
                            << " instead of " << log_expected;
    worst = std::max(worst, error);
  }
  return worst;
}

void record(double worst) {
  ::testing::Test::RecordProperty("worst_error_e18", std::to_string(worst * 1e18));
}

TEST(DiscreteCdf, IsTheSumOfProbabilities) {
  double worst = 0.0;
  for (const Table& table : tables()) {
    std::vector<long double> sums = log_probabilities(table);
    accumulate_logs(sums.begin(), sums.end());
    sums.pop_back();  // the last is 1 up to rounding: see the test of the ends
    std::vector<double> found = values_at(find(table.name)->log_cdf, table.support, table.args);
    found.pop_back();
    worst = std::max(worst, expect_same(table, found, sums, -kInfinity));
  }
  record(worst);
}

TEST(DiscreteCdf, OfTheOtherSideIsTheSumOfProbabilitiesAbove) {
  double worst = 0.0;
  for (const Table& table : tables()) {
    const Distribution& d = *find(table.name);
    std::vector<long double> sums = log_probabilities(table);
    const bool is_infinite = d.bounds == nullptr && d.variate.domain == Domain::kCount;
    const double cut = is_infinite ? static_cast<double>(sums.back()) + 35.0 : -kInfinity;
    accumulate_logs(sums.rbegin(), sums.rend());
    sums.erase(sums.begin());  // P(Y > y) starts one later
    std::vector<double> found = values_at(d.log_ccdf, table.support, table.args);
    found.pop_back();
    worst = std::max(worst, expect_same(table, found, sums, cut));
  }
  record(worst);
}

TEST(DiscreteCdf, IsMinusInfinityBelowTheSupportAndZeroAtItsEnd) {
  for (const Table& table : tables()) {
    const Distribution& d = *find(table.name);
    const double first = table.support.front();
    for (const double y : {first - 0.25, first - 1.0, first - 1e6}) {
      EXPECT_EQ(value_at(d.log_cdf, y, table.args), -kInfinity) << table.name << " at " << y;
      EXPECT_EQ(value_at(d.log_ccdf, y, table.args), 0.0) << table.name << " at " << y;
    }
    if (d.bounds == nullptr && d.variate.domain == Domain::kCount) continue;  // no end
    const double last = table.support.back();
    for (const double y : {last, last + 0.5, last + 1e6}) {
      EXPECT_EQ(value_at(d.log_cdf, y, table.args), 0.0) << table.name << " at " << y;
      EXPECT_EQ(value_at(d.log_ccdf, y, table.args), -kInfinity) << table.name << " at " << y;
    }
  }
}

TEST(DiscreteCdf, IsConstantBetweenIntegers) {
  for (const Table& table : tables()) {
    const Distribution& d = *find(table.name);
    std::vector<double> between = table.support;
    for (double& y : between) y += 0.75;
    EXPECT_EQ(values_at(d.log_cdf, between, table.args),
              values_at(d.log_cdf, table.support, table.args))
        << table.name;
    EXPECT_EQ(values_at(d.log_ccdf, between, table.args),
              values_at(d.log_ccdf, table.support, table.args))
        << table.name;
  }
}

TEST(DiscreteCdf, OfBinomialIsRightForTrialsZeroAndCertainOutcomes) {
  EXPECT_EQ(value_at(binomial().log_cdf, 0, numbers({0, 0.3})), 0.0);
  EXPECT_EQ(value_at(binomial().log_cdf, -1, numbers({0, 0.3})), -kInfinity);
  EXPECT_EQ(value_at(binomial().log_cdf, 2, numbers({5, 0.0})), 0.0);
  EXPECT_EQ(value_at(binomial().log_cdf, 2, numbers({5, 1.0})), -kInfinity);
  EXPECT_EQ(value_at(binomial().log_ccdf, 2, numbers({5, 1.0})), 0.0);
  EXPECT_EQ(value_at(poisson().log_cdf, 0, numbers({0.0})), 0.0);
  EXPECT_EQ(value_at(poisson().log_ccdf, 0, numbers({0.0})), -kInfinity);
}

// P(Y = 0) in closed form.
TEST(DiscreteCdf, KeepsItsDigitsForRareEventsAmongManyTrials) {
  EXPECT_NEAR(value_at(binomial().log_cdf, 0, numbers({1e9, 1e-9})), 1e9 * std::log1p(-1e-9),
              1e-12);
  EXPECT_NEAR(value_at(neg_binomial_2().log_cdf, 0, numbers({3, 1e15})), -1e15 * std::log1p(3e-15),
              1e-12);
}

}  // namespace
}  // namespace autumn::dist
