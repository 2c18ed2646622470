// These tests compare the whitened form of blocks with the fronts.
#include "gaussian/whitened.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

struct Layout {
  std::size_t groups = 12;
  std::size_t length = 2;
  bool has_means = true;       // columns; else the means are constants
  bool is_transposed = false;  // S is upper triangular, as the factor of a precision
  bool is_weighted = false;    // some rows of data
  double spread = 1.0;         // of the vectors
  double last_spread = 1.0;    // of their last element, given the others
  double correlation = 0.5;
};

// y ~ N(x' u_g, sigma) with u_g ~ multi_normal, five rows a group but for one that has none; the
// means of the vectors have a wide prior.
Case vectors(const Layout& layout) {
  Random random = test_random(91);
  Case c{.name = "vectors", .block = {}, .at = {}};
  const std::size_t d = layout.length, shared = layout.has_means ? d : 0;
  c.block.columns = shared + layout.groups * d;
  const auto one = c.add_scale(1.0), noise = c.add_scale(0.7), wide = c.add_scale(5.0);
  std::vector<std::vector<int>> slots(d, std::vector<int>(d, -1));
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t k = 0; k <= r; ++k) {
      const double size = (r + 1 == d ? 1.0 / layout.last_spread : 1.0) / layout.spread;
      const double s = r == k ? size * (1.0 + 0.1 * static_cast<double>(r))
                              : -layout.correlation * size / (1.0 + static_cast<double>(k));
      slots[r][k] = c.add_coefficient(s);
    }
  }
  const auto place = [&](std::size_t k) { return layout.is_transposed ? d - 1 - k : k; };
  for (std::size_t g = 0; g < layout.groups; ++g) {
    const auto column = [&](std::size_t k) { return shared + g * d + place(k); };
    for (std::size_t r = 0; r < d; ++r) {
      std::vector<Entry> entries;
      for (std::size_t k = 0; k <= r; ++k) {
        entries.push_back({.column = column(k), .multiplier = -1.0, .slot = slots[r][k]});
        if (!layout.has_means) continue;
        entries.push_back({.column = place(k), .multiplier = 1.0, .slot = slots[r][k]});
      }
      c.add_row(entries, layout.has_means ? 0.0 : 0.2 * random.normal(), one);
    }
    const std::size_t rows = g == 3 ? 0 : 5;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Entry> entries;
      for (std::size_t k = 0; k < d; ++k) {
        entries.push_back({.column = column(k), .multiplier = k == 0 ? 1.0 : random.normal()});
      }
      c.add_fixed_row(entries, random.normal(), noise);
    }
  }
  for (std::size_t k = 0; k < shared; ++k) c.add_fixed_row({{.column = k}}, 1.0, wide);
  if (layout.is_weighted) {
    for (std::size_t i = 0; i < c.block.rows(); ++i) {
      const bool is_data = c.block.scale_slot[i] == static_cast<std::int32_t>(noise);
      c.block.root_weight.push_back(is_data ? 1.0 + 0.1 * random.uniform() : 1.0);
    }
  }
  set_constant_term(c.block);
  return c;
}

// Whatever is cheaper, the whitened form is the one to test.
Symbolic whitened_way(const Block& block) {
  Symbolic symbolic = analyze(block);
  symbolic.whitened = whitened(block);
  if (symbolic.whitened) {
    static_cast<Ways&>(*symbolic.whitened) = find_ways(symbolic.whitened->block, block.scales);
  }
  return symbolic;
}

void expect_whitened_as_fronts(const Case& c, double tolerance) {
  const Symbolic way = whitened_way(c.block);
  ASSERT_TRUE(way.whitened) << c.name;
  ASSERT_TRUE(has_fast_answer(c.block, way, c.at.inputs())) << c.name;
  const Evaluated got = evaluate(c.block, way, c.at), want = evaluate(c.block, c.at);
  EXPECT_NEAR(got.value, want.value, tolerance * (1.0 + std::abs(want.value)));
  expect_near_all(got.partials.coefficients, want.partials.coefficients, c.name, tolerance);
  expect_near_all(got.partials.constants, want.partials.constants, c.name, tolerance);
  expect_near_all(by_logarithm(got.partials.scales, c.at), by_logarithm(want.partials.scales, c.at),
                  c.name, tolerance);
  const Moments drawn = moments_of(c, way), right = moments_of(c, analyze(c.block));
  expect_near_all(drawn.mean, right.mean, c.name, tolerance);
  expect_near_all(drawn.covariance, right.covariance, c.name, tolerance);
}

TEST(WhitenedForm, HasTheValuePartialsAndDrawsOfTheFronts) {
  for (const std::size_t length : {2U, 3U, 4U, 6U}) {
    for (const bool has_means : {false, true}) {
      for (const bool is_transposed : {false, true}) {
        for (const bool is_weighted : {false, true}) {
          expect_whitened_as_fronts(vectors({.length = length,
                                             .has_means = has_means,
                                             .is_transposed = is_transposed,
                                             .is_weighted = is_weighted}),
                                    1e-10);
        }
      }
    }
  }
}

TEST(WhitenedForm, IsRightForAnySpread) {
  for (const double spread : {1e-6, 1e-3, 0.1, 10.0, 1e4}) {
    for (const double last_spread : {1.0, 1e-5}) {
      expect_whitened_as_fronts(vectors({.spread = spread, .last_spread = last_spread}), 1e-7);
    }
  }
}

TEST(WhitenedForm, HasNoAnswerWithoutAFactor) {
  Case c = vectors({});
  for (const double pivot : {0.0, std::nan("")}) {
    c.at.coefficients[0] = pivot;
    const Symbolic way = whitened_way(c.block);
    EXPECT_FALSE(has_fast_answer(c.block, way, c.at.inputs()));
  }
}

TEST(WhitenedForm, OfInterceptsAndSlopesIsAStarThatIsTaken) {
  const Symbolic symbolic = fast(vectors({.groups = 24}).block);
  ASSERT_TRUE(symbolic.whitened);
  EXPECT_TRUE(symbolic.whitened->stars);
  EXPECT_EQ(symbolic.whitened->kinds.size(), 1U);
  EXPECT_EQ(symbolic.whitened->vectors.size(), 24U);
}

// One vector alone, or vectors each with a factor of its own, would gain nothing; and an element
// that enters data with a changing coefficient is no vector's.
TEST(WhitenedForm, NeedsVectorsThatShareAFactor) {
  EXPECT_FALSE(whitened(vectors({.groups = 1}).block));
  Case c = vectors({});
  Case changing = c;
  for (std::size_t e = 0; e < changing.block.column.size(); ++e) {
    if (changing.block.coefficient_slot[e] < 0) changing.block.coefficient_slot[e] = 0;
  }
  EXPECT_FALSE(whitened(changing.block));
  EXPECT_FALSE(whitened(schools(2.0, true).block));
}

}  // namespace
}  // namespace autumn::gaussian::testing
