// These tests look at which way through a block is taken.
#include "gaussian/ways.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

// Columns with a prior and some rows each, whose coefficients are inputs.
Case groups_of_changing_rows(std::size_t groups, std::size_t rows) {
  Case c{.name = "changing rows", .block = {}, .at = {}};
  c.block.columns = groups;
  const auto wide = c.add_scale(2.0), narrow = c.add_scale(0.6);
  for (std::size_t g = 0; g < groups; ++g) {
    c.add_fixed_row({{.column = g}}, 0.0, wide);
    for (std::size_t i = 0; i < rows; ++i) {
      const int slot = c.add_coefficient(1.0 + 0.1 * static_cast<double>(i + g));
      c.add_row({{.column = g, .multiplier = 1.0, .slot = slot}}, 0.3, narrow);
    }
  }
  set_constant_term(c.block);
  return c;
}

TEST(WaysOfStars, ThatLeaveLanesEmptyAreNormalEquations) {
  const Case few = groups_of_changing_rows(1, 15), many = groups_of_changing_rows(8, 2);
  const Ways of_few = find_ways(few.block, few.block.scales);
  EXPECT_FALSE(of_few.stars);
  EXPECT_TRUE(of_few.equations);
  const Ways of_many = find_ways(many.block, many.block.scales);
  EXPECT_TRUE(of_many.stars);
  EXPECT_FALSE(of_many.equations);
  EXPECT_LT(nanoseconds_of(of_few), 2000.0);
}

// Every group meets the eight levels of a second factor, so that stars have a run for almost each
// of them: a cross takes a fifth of the time, although every lane is full of known numbers.
TEST(WaysOfStars, ThatShareManyColumnsAreACross) {
  Case c{.name = "few levels", .block = {}, .at = {}};
  c.block.columns = 48;
  const auto of_groups = c.add_scale(0.8), of_levels = c.add_scale(1.2), noise = c.add_scale(0.5);
  for (std::size_t j = 0; j < c.block.columns; ++j) {
    c.add_fixed_row({{.column = j}}, 0.0, j < 40 ? of_groups : of_levels);
  }
  for (std::size_t i = 0; i < 160; ++i) {
    c.add_fixed_row({{.column = i % 40}, {.column = 40 + (i * 3 + i / 40) % 8}},
                    0.1 * static_cast<double>(i), noise);
  }
  set_constant_term(c.block);
  const Ways ways = find_ways(c.block, c.block.scales);
  EXPECT_FALSE(ways.stars);
  EXPECT_TRUE(ways.cross);
  const Evaluated want = evaluate(c.block, c.at), got = evaluate(c.block, fast(c.block), c.at);
  EXPECT_NEAR(got.value, want.value, 1e-10 * std::fabs(want.value));
  for (std::size_t k = 0; k < want.partials.scales.size(); ++k) {
    EXPECT_NEAR(got.partials.scales[k], want.partials.scales[k],
                1e-9 * std::fabs(want.partials.scales[k]));
  }
}

TEST(WaysOfStars, ThatLeaveLanesEmptyGiveWhatTheFrontsGive) {
  const Case c = groups_of_changing_rows(1, 15);
  const Evaluated want = evaluate(c.block, c.at), got = evaluate(c.block, fast(c.block), c.at);
  EXPECT_NEAR(got.value, want.value, 1e-11);
  for (std::size_t k = 0; k < want.partials.coefficients.size(); ++k) {
    EXPECT_NEAR(got.partials.coefficients[k], want.partials.coefficients[k], 1e-11);
  }
}

}  // namespace
}  // namespace autumn::gaussian::testing
