// These tests compare blocks whose rows are summed up with their fronts.
#include "gaussian/summed.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

void expect_sums_same(const Case& c, double within) {
  const Evaluated want = evaluate(c.block, c.at);
  const Evaluated got = evaluate(c.block, fast(c.block), c.at);
  EXPECT_NEAR(got.value, want.value, within * std::max(1.0, std::abs(want.value))) << c.name;
  expect_near_all(got.partials.coefficients, want.partials.coefficients, c.name, within);
  expect_near_all(got.partials.constants, want.partials.constants, c.name, within);
  expect_near_all(got.partials.scales, want.partials.scales, c.name, within);
}

bool is_summed(const Block& block) {
  const Symbolic symbolic = fast(block);
  return symbolic.centred ? symbolic.centred->summed.has_value() : symbolic.summed.has_value();
}

// Columns of `groups` regressions, m rows each, under one scale; each column is standard normal.
Case regressions(std::size_t groups, std::size_t columns, std::size_t m, double far = 0.0) {
  Random random = test_random(77);
  Case c{.name = std::to_string(groups) + " of " + std::to_string(columns) + " columns and " +
                 std::to_string(m) + " rows",
         .block = {},
         .at = {}};
  c.block.columns = groups * columns;
  const auto wide = c.add_scale(2.0), narrow = c.add_scale(0.6);
  for (std::size_t g = 0; g < groups; ++g) {
    for (std::size_t j = 0; j < columns; ++j) {
      c.add_fixed_row({{.column = g * columns + j}}, 0.0, wide);
    }
    for (std::size_t i = 0; i < m; ++i) {
      std::vector<Entry> entries;
      for (std::size_t j = 0; j < columns; ++j) {
        entries.push_back(
            {.column = g * columns + j, .multiplier = j == 0 ? 1.0 : random.normal()});
      }
      c.add_row(entries, far + random.normal(), narrow);
    }
  }
  set_constant_term(c.block);
  return c;
}

TEST(SummedRows, HaveTheValueAndPartialsOfTheFronts) {
  for (const std::size_t groups : {1, 3, 20}) {
    for (const std::size_t columns : {1, 2, 5}) {
      for (const std::size_t m : {2, 15, 40}) {
        const Case c = regressions(groups, columns, m);
        EXPECT_EQ(is_summed(c.block), m >= 2 * columns) << c.name;
        expect_sums_same(c, 1e-11);
      }
    }
  }
}

TEST(SummedRows, BecomeNoMoreThanTheirColumns) {
  Case c = regressions(3, 2, 40);
  std::ranges::fill(c.block.constant, 0.0);
  const std::optional<Summed> found = summed(c.block);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_plain);
  EXPECT_EQ(found->block.rows(), 12U);
  EXPECT_EQ(found->block.constants, 6U);
}

// Weights, numbers beside the inputs, inputs that several rows share, rows that stay, no scale.
TEST(SummedRows, MayHaveWeightsAndShareTheirConstants) {
  Case c = regressions(2, 2, 10);
  const auto other = c.add_scale(1.7);
  const int slope = c.add_coefficient(0.8);
  c.add_row({{.column = 0, .multiplier = 1.0, .slot = slope}, {.column = 3}}, 0.4, other);
  Random random = test_random(78);
  c.block.root_weight.clear();
  for (std::size_t i = 0; i < c.block.rows(); ++i) {
    c.block.root_weight.push_back(0.5 + random.uniform());
    c.block.constant[i] += random.normal();
    const bool is_plain_scale = c.block.constant_slot[i] >= 10 && c.block.constant_slot[i] < 15;
    if (is_plain_scale) c.block.scale_slot[i] = -1;
  }
  for (std::size_t i = 3; i < c.block.rows(); ++i) {
    if (c.block.constant_slot[i] > 3) c.block.constant_slot[i] -= c.block.constant_slot[i] % 2;
  }
  ASSERT_TRUE(is_summed(c.block));
  expect_sums_same(c, 1e-11);
}

// Columns that say the same, dummies, and a column of zeros.
TEST(SummedRows, MayHaveDependentColumns) {
  Case c{.name = "dependent", .block = {}, .at = {}};
  c.block.columns = 5;
  const auto wide = c.add_scale(2.0), narrow = c.add_scale(0.6);
  for (std::size_t j = 0; j < 5; ++j) c.add_fixed_row({{.column = j}}, 0.1, wide);
  for (std::size_t i = 0; i < 30; ++i) {
    c.add_row({{.column = 0},
               {.column = 1, .multiplier = 3.0},
               {.column = 2 + i % 2},
               {.column = 4, .multiplier = 0.0}},
              std::sin(static_cast<double>(i)), narrow);
  }
  set_constant_term(c.block);
  const std::optional<Summed> found = summed(c.block);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->block.constants, 2U);
  expect_sums_same(c, 1e-11);
}

// z standard normal, kept effects normal(mu + tau z, s): summed up once tau is a scale.
TEST(SummedRows, AreFoundInTheCentredForm) {
  Case c{.name = "non-centred", .block = {}, .at = {}};
  c.block.columns = 13;
  const int tau = c.add_coefficient(0.7);
  const auto noise = c.add_scale(1.3);
  for (std::size_t g = 1; g < 13; ++g) {
    for (std::size_t i = 0; i < 4; ++i) {
      c.add_row({{.column = 0}, {.column = g, .multiplier = 1.0, .slot = tau}},
                0.3 * static_cast<double>(g) + std::cos(static_cast<double>(i)), noise);
    }
    c.add_fixed_row({{.column = g}}, 0.0, noise);
    c.block.scale_slot.back() = -1;
    c.block.scale_count[noise] -= 1.0;
  }
  ASSERT_TRUE(is_summed(c.block));
  expect_sums_same(c, 1e-10);
}

TEST(SummedRows, FarFromZeroLeaveTheAnswerToTheFronts) {
  expect_sums_same(regressions(1, 2, 40, 1e4), 1e-9);
  const Case c = regressions(1, 2, 40, 1e9);
  ASSERT_TRUE(is_summed(c.block));
  EXPECT_FALSE(has_fast_answer(c.block, fast(c.block), c.at.inputs()));
}

TEST(SummedRows, LeadToTheSameMeans) {
  for (const std::size_t columns : {1, 3}) {
    const Case c = regressions(4, columns, 20);
    const Symbolic sums = fast(c.block);
    ASSERT_TRUE(sums.summed);
    expect_near_all(mean_of(c, sums), mean_of(c, analyze(c.block)), c.name, 1e-12);
  }
}

TEST(SummedRows, WithFixedConstantsOrChangingCoefficientsStayAsTheyAre) {
  Case c{.name = "fixed", .block = {}, .at = {}};
  c.block.columns = 1;
  const int slope = c.add_coefficient(0.8);
  const auto scale = c.add_scale(1.0);
  for (std::size_t i = 0; i < 8; ++i) {
    c.add_fixed_row({{.column = 0}}, 0.5, scale);
    c.add_row({{.column = 0, .multiplier = 1.0, .slot = slope}}, 0.5, scale);
  }
  EXPECT_FALSE(summed(c.block));
}

}  // namespace
}  // namespace autumn::gaussian::testing
