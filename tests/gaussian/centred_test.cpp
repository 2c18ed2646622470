// These tests compare the centred form of blocks with the fronts.
#include "gaussian/centred.h"

#include <gtest/gtest.h>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

// y ~ N(mu + a_i za + b zb_j, sigma) at random pairs, with a weight on every row.
Case non_centred_crossed(double spread, bool is_weighted) {
  Random random = test_random(47);
  Case c{.name = "non-centred", .block = {}, .at = {}};
  constexpr std::size_t kA = 45, kB = 36;
  c.block.columns = 1 + kA + kB;
  const int a = c.add_coefficient(spread), b = c.add_coefficient(-1.5 * spread);
  const auto noise = c.add_scale(0.8);
  const auto add = [&](std::vector<Entry> entries, double constant) {
    c.add_fixed_row(entries, constant, noise);
  };
  for (std::size_t i = 0; i < 400; ++i) {
    const auto pick = [&](std::size_t n) {
      return static_cast<std::size_t>(random.uniform() * static_cast<double>(n));
    };
    add({{.column = 0},
         {.column = 1 + pick(kA), .multiplier = 1.0, .slot = a},
         {.column = 1 + kA + pick(kB), .multiplier = random.normal(), .slot = b}},
        random.normal());
  }
  for (std::size_t j = 1; j < c.block.columns; ++j) {
    c.add_fixed_row({{.column = j, .multiplier = j % 2 == 0 ? 1.0 : -2.0}}, 0.0, noise);
    c.block.scale_slot.back() = -1;
    c.block.scale_count[noise] -= 1.0;
  }
  if (is_weighted) {
    for (std::size_t i = 0; i < c.block.rows(); ++i) {
      c.block.root_weight.push_back(c.block.scale_slot[i] < 0 ? 1.0 : 1.0 + 0.1 * random.uniform());
    }
  }
  c.block.constant_term = 0.5;
  return c;
}

TEST(CentredForm, HasTheValueAndPartialsOfTheFronts) {
  for (const double spread : {1e-9, 1e-3, 0.3, 1.0, -2.0, 50.0, 1e5}) {
    for (const bool is_weighted : {false, true}) {
      const Case c = non_centred_crossed(spread, is_weighted);
      ASSERT_TRUE(fast(c.block).centred);
      expect_same_as_fronts(c, 1e-9);
    }
    expect_same_as_fronts(schools(std::abs(spread), false), 1e-9);
  }
}

TEST(CentredForm, OfZeroCoefficientsIsRight) {
  Case c = non_centred_crossed(1.0, false);
  for (const double zero : {0.0, -0.0, 1e-300, 1e-130, 1e-12}) {
    c.at.coefficients[0] = zero;
    const Symbolic symbolic = fast(c.block);
    std::vector<double> scratch(scratch_size(symbolic)), z(c.block.columns, 0.5), u = z;
    const bool has_square = zero == 0.0 || zero * zero > 0.0;
    EXPECT_EQ(parts_and_partials(CentredProblem{*symbolic.centred, c.at.inputs(), scratch}, {}, {})
                  .has_value(),
              has_square);
    expect_same_as_fronts(c, 1e-11);
    draw(c.block, symbolic, c.at.inputs(), z, u, scratch);
    for (const double x : u) EXPECT_TRUE(std::isfinite(x));
  }
}

// Twelve groups around a mean, one row each: mu + tau z, z standard normal.
TEST(CentredForm, OfNonCentredGroupsIsAStarWithoutCoefficients) {
  Case c{.name = "groups", .block = {}, .at = {}};
  c.block.columns = 13;
  const int tau = c.add_coefficient(0.7);
  const auto noise = c.add_scale(1.3);
  for (std::size_t g = 1; g < 13; ++g) {
    c.add_fixed_row({{.column = 0}, {.column = g, .multiplier = 1.0, .slot = tau}},
                    0.3 * static_cast<double>(g), noise);
    c.add_fixed_row({{.column = g}}, 0.0, noise);
    c.block.scale_slot.back() = -1;
    c.block.scale_count[noise] -= 1.0;
  }
  const Symbolic symbolic = fast(c.block);
  ASSERT_TRUE(symbolic.centred);
  ASSERT_TRUE(symbolic.centred->stars);
  EXPECT_TRUE(symbolic.centred->stars->runs.front().is_fixed());
  expect_same_as_fronts(c, 1e-11);
  EXPECT_FALSE(fast(schools(2.0, true).block).centred);
}

// A column that enters with two coefficients, or also with none, is no product.
TEST(CentredForm, NeedsOneCoefficientForAllRows) {
  Case c = non_centred_crossed(1.0, false);
  c.block.coefficient_slot[1] = 1;
  const std::uint32_t column = c.block.column[1];
  EXPECT_LT(fast(c.block).centred->coefficient[column], 0);
  expect_same_as_fronts(c, 1e-10);
}

// b_0 = start, b_k = b_{k-1} + tau z_k; each row has three neighbours of b, as splines have, and a
// scale of its own. Backwards: b_n = start, and the sums run from the last to the first.
Case non_centred_walk(double tau, std::size_t n, bool is_backwards) {
  Random random = test_random(48);
  Case c{.name = "walk " + std::to_string(tau), .block = {}, .at = {}};
  c.block.columns = n;
  const int slot = c.add_coefficient(tau);
  const auto wide = c.add_scale(3.0);
  c.add_fixed_row({{.column = 0}}, 0.0, wide);
  for (std::size_t i = 0; i < 3 * n; ++i) {
    std::vector<double> b(n, 0.0);
    const std::size_t first = i % (n - 2);
    for (std::size_t k = first; k < first + 3; ++k) b[k] = 0.2 + random.uniform();
    double sum = 0.0;
    std::vector<Entry> entries;
    for (std::size_t k = n; k-- > 0;) {
      sum += b[k];
      const std::size_t column = k == 0 || !is_backwards ? k : n - k;
      if (sum != 0.0) {
        entries.push_back({.column = column, .multiplier = sum, .slot = k == 0 ? -1 : slot});
      }
    }
    c.add_fixed_row(entries, random.normal(), c.add_scale(0.3 + random.uniform()));
  }
  for (std::size_t j = 1; j < n; ++j) {
    c.add_fixed_row({{.column = j}}, 0.0, wide);
    c.block.scale_slot.back() = -1;
    c.block.scale_count[wide] -= 1.0;
  }
  c.block.constant_term = 0.5;
  return c;
}

TEST(CentredForm, OfRunningSumsHasShortRows) {
  for (const bool is_backwards : {false, true}) {
    const Case c = non_centred_walk(0.6, 30, is_backwards);
    const Symbolic symbolic = fast(c.block);
    ASSERT_TRUE(symbolic.centred);
    const Block& block = symbolic.centred->block;
    for (std::size_t i = 0; i < block.rows(); ++i) {
      EXPECT_LE(block.row_starts[i + 1] - block.row_starts[i], 3U) << i;
    }
  }
}

// At steps of nothing the sums are all the same, and the fronts must answer.
TEST(CentredForm, OfRunningSumsHasTheValueAndPartialsOfTheFronts) {
  for (const bool is_backwards : {false, true}) {
    for (const std::size_t n : {5UL, 12UL, 40UL}) {
      for (const double tau : {0.0, 1e-10, 1e-5, 1e-2, 0.3, -1.0, 20.0, 1e6}) {
        expect_same_as_fronts(non_centred_walk(tau, n, is_backwards), 1e-8);
      }
    }
  }
}

// Two effects in every row, with nothing in common but their scale, are no running sum.
TEST(CentredForm, OfPairsOfEffectsHasNoRunningSums) {
  Case c = non_centred_crossed(1.0, false);
  for (std::int32_t& slot : c.block.coefficient_slot) slot = std::min(slot, 0);
  const Symbolic symbolic = fast(c.block);
  ASSERT_TRUE(symbolic.centred);
  for (const auto& means : symbolic.centred->means) EXPECT_TRUE(means.empty());
  expect_same_as_fronts(c, 1e-9);
}

void expect_mean_of_fronts(const Case& c) {
  const std::vector<double> want = mean_of(c, analyze(c.block)), got = mean_of(c, fast(c.block));
  for (std::size_t j = 0; j < c.block.columns; ++j) {
    EXPECT_NEAR(got[j], want[j], 1e-9) << c.name << " " << j;
  }
}

TEST(CentredForm, DrawsHaveTheMeanOfTheFronts) {
  expect_mean_of_fronts(non_centred_crossed(0.7, false));
  for (const double tau : {0.0, 0.05, -0.6, 4.0}) {
    for (const bool is_backwards : {false, true}) {
      expect_mean_of_fronts(non_centred_walk(tau, 35, is_backwards));
    }
  }
}

// y_i ~ N(mu + tau f_i, sigma) twice, and f has a known covariance: its rows are triangular.
Case non_centred_vector(double tau, std::size_t n) {
  Random random = test_random(49);
  Case c{.name = "vector " + std::to_string(tau), .block = {}, .at = {}};
  c.block.columns = 1 + n;
  const int slot = c.add_coefficient(tau);
  const auto noise = c.add_scale(0.9);
  for (std::size_t i = 0; i < 2 * n; ++i) {
    c.add_fixed_row({{.column = 0}, {.column = 1 + i % n, .multiplier = 1.0, .slot = slot}},
                    random.normal(), noise);
  }
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<Entry> entries{{.column = 1 + j, .multiplier = 1.0 + random.uniform()}};
    for (std::size_t k = 0; k < j; ++k) {
      entries.push_back({.column = 1 + k, .multiplier = 0.3 * random.normal()});
    }
    c.add_fixed_row(entries, 0.0, noise);
    c.block.scale_slot.back() = -1;
    c.block.scale_count[noise] -= 1.0;
  }
  c.block.constant_term = 0.5;
  return c;
}

TEST(CentredForm, OfVectorsWithKnownCovarianceHasNoCoefficients) {
  const Case c = non_centred_vector(0.7, 40);
  const Symbolic symbolic = fast(c.block);
  ASSERT_TRUE(symbolic.centred);
  for (const std::int32_t slot : symbolic.centred->block.coefficient_slot) EXPECT_LT(slot, 0);
  EXPECT_TRUE(symbolic.centred->pencil);
}

TEST(CentredForm, OfVectorsWithKnownCovarianceHasTheValueAndPartialsOfTheFronts) {
  for (const double tau : {0.0, -0.0, 1e-12, 1e-9, 1e-3, 0.3, -2.0, 50.0, 1e5}) {
    for (const std::size_t n : {1U, 2U, 7U, 40U})
      expect_same_as_fronts(non_centred_vector(tau, n), 1e-9);
  }
  for (const double tau : {0.0, 0.05, -0.6, 4.0}) {
    expect_mean_of_fronts(non_centred_vector(tau, 20));
  }
}

// With a row more than columns (a soft constraint), the change of variables would not be in the
// scales of the rows.
TEST(CentredForm, NeedsAsManyRowsAsColumns) {
  Case c = non_centred_vector(0.4, 7);
  c.add_fixed_row({{.column = 1}, {.column = 2}, {.column = 3}}, 0.0, 0);
  c.block.scale_slot.back() = -1;
  c.block.scale_count[0] -= 1.0;
  EXPECT_FALSE(fast(c.block).centred);
  expect_same_as_fronts(c, 1e-10);
}

}  // namespace
}  // namespace autumn::gaussian::testing
