// These tests look at the structure that is found: leaves first, chains banded, dense parts in one
// front, and linear cost.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

// Leaves around one mean, declared after or before it.
Case star(std::size_t leaves, bool mean_first) {
  Case c{.name = "star", .block = {}, .at = {}};
  c.block.columns = leaves + 1;
  const std::size_t mean = mean_first ? 0 : leaves;
  const auto top = c.add_scale(5.0), tau = c.add_scale(2.0), sigma = c.add_scale(1.0);
  c.add_fixed_row({{.column = mean}}, 0.0, top);
  for (std::size_t j = 0; j < leaves; ++j) {
    const std::size_t column = j + (mean_first ? 1 : 0);
    c.add_fixed_row({{.column = column}, {.column = mean, .multiplier = -1}}, 0.0, tau);
    c.add_row({{.column = column}}, static_cast<double>(j % 7), sigma);
  }
  return c;
}

TEST(Symbolic, OrdersEveryColumnOnce) {
  for (const Case& c : cases()) {
    const Symbolic symbolic = analyze(c.block);
    std::vector<std::uint32_t> order = symbolic.order;
    std::ranges::sort(order);
    ASSERT_EQ(order.size(), c.block.columns);
    for (std::uint32_t j = 0; j < order.size(); ++j) EXPECT_EQ(order[j], j) << c.name;
    EXPECT_EQ(symbolic.row_order.size() + symbolic.empty_rows.size(), c.block.rows()) << c.name;
    for (std::size_t f = 0; f < symbolic.fronts.size(); ++f) {
      const Front& front = symbolic.fronts[f];
      EXPECT_TRUE(front.is_root() || front.parent > f) << c.name;
      EXPECT_TRUE(front.is_root() || front.leftover <= 2 * (front.width() - front.pivots))
          << c.name;
    }
  }
}

TEST(Symbolic, LeavesComeFirst) {
  for (const bool mean_first : {true, false}) {
    const Symbolic symbolic = analyze(star(1000, mean_first).block);
    EXPECT_EQ(symbolic.order.back(), mean_first ? 0U : 1000U);
    EXPECT_EQ(symbolic.largest_front, 2U);
    EXPECT_EQ(symbolic.entries_in_factor, 2001U);
  }
}

TEST(Symbolic, AChainStaysBanded) {
  const Symbolic symbolic = analyze(chain(1000).block);
  EXPECT_EQ(symbolic.entries_in_factor, 1999U);
  EXPECT_EQ(symbolic.largest_front, 2U);
}

TEST(Symbolic, ADenseBlockIsOneFront) {
  Case c{.name = "dense", .block = {}, .at = {}};
  c.block.columns = 30;
  const auto s = c.add_scale(1.0);
  for (std::size_t i = 0; i < 50; ++i) {
    std::vector<Entry> entries;
    for (std::size_t j = 0; j < 30; ++j) entries.push_back({.column = j});
    c.add_row(entries, 0.0, s);
  }
  for (std::size_t j = 0; j < 30; ++j) c.add_row({{.column = j}}, 0.0, s);
  const Symbolic symbolic = analyze(c.block);
  ASSERT_EQ(symbolic.fronts.size(), 1U);
  EXPECT_EQ(symbolic.fronts[0].pivots, 30U);
  EXPECT_EQ(symbolic.entries_in_factor, 465U);
}

TEST(Symbolic, CrossedEffectsHaveNoFrontLargerThanTheSmallerFactor) {
  const Symbolic symbolic = analyze(crossed(300, 80, 2000).block);
  EXPECT_LE(symbolic.largest_front, 82U);
}

TEST(Symbolic, CostIsLinearInLeavesAndSteps) {
  for (const auto& make : {+[](std::size_t n) { return star(n, true); }, chain}) {
    const Symbolic small = analyze(make(1000).block), large = analyze(make(100000).block);
    EXPECT_NEAR(large.flops / small.flops, 100, 2);
    EXPECT_NEAR(static_cast<double>(scratch_size(large)) / static_cast<double>(scratch_size(small)),
                100, 2);
  }
}

// The local level filter, in long double.
double filtered(const Case& c, std::size_t steps) {
  const auto& at = c.at;
  long double mean = 0, variance = at.scales[0] * at.scales[0], sum = 0;
  const long double phi = at.coefficients[0];
  const long double q = static_cast<long double>(at.scales[1]) * at.scales[1];
  const long double r = static_cast<long double>(at.scales[2]) * at.scales[2];
  for (std::size_t t = 0; t < steps; ++t) {
    if (t > 0) {
      mean *= phi;
      variance = phi * phi * variance + q;
    }
    const long double residual = at.constants[t] + 0.25L - mean, total = variance + r;
    sum -= (std::log(2 * 3.14159265358979323846264338327950288L * total) +
            residual * residual / total) /
           2;
    mean += variance / total * residual;
    variance -= variance / total * variance;
  }
  return static_cast<double>(sum);
}

TEST(Symbolic, AChainOfAHundredThousandStepsEqualsItsFilter) {
  constexpr std::size_t kSteps = 100000;
  Case c = chain(kSteps);
  set_constant_term(c.block);
  const double expected = filtered(c, kSteps);
  const Evaluated got = evaluate(c.block, c.at);
  EXPECT_NEAR(got.value, expected, 1e-12 * std::abs(expected));
  // The slope in phi, by differences of the filter.
  const double h = 1e-5;
  Case above = c, below = c;
  above.at.coefficients[0] += h;
  below.at.coefficients[0] -= h;
  const double slope = (filtered(above, kSteps) - filtered(below, kSteps)) / (2 * h);
  EXPECT_NEAR(got.partials.coefficients[0], slope, 1e-6 * (1 + std::abs(slope)));
}

TEST(Symbolic, AMillionLeavesTakeSeconds) {
  const std::clock_t start = std::clock();  // of the processor: others may be busy
  const Case c = star(1000000, true);
  EXPECT_TRUE(std::isfinite(evaluate(c.block, c.at).value));
  const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(spent, 30);  // 2 s in a Release build; quadratic work would take hours
}

TEST(Symbolic, PrintsItsSize) {
  EXPECT_EQ(to_text(analyze(star(8, true).block)),
            "9 columns in 9 fronts, largest 2, 17 entries in the factor, 164 operations");
}

}  // namespace
}  // namespace autumn::gaussian::testing
