// These tests compare stars with the fronts and the dense elimination, on every instruction set.
#include "gaussian/star/star.h"

#include <gtest/gtest.h>

#include <limits>

#include "gaussian/star/kernels.h"
#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

using star::Stars;

// What a star is made of.
struct Recipe {
  std::size_t groups = 1;
  std::size_t own = 1;
  std::size_t rows = 1;
  std::size_t met = 1;
  bool has_coefficients = false;  // own entries of rows are inputs, as in non-centred programs
  bool has_constants = false;
  bool has_scales_of_its_own = false;  // a group
  bool has_flat_means = false;         // no rows for the shared columns alone
  bool has_unequal_rows = false;       // group g has 1 + g % rows of them

  [[nodiscard]] std::string name() const {
    return std::to_string(groups) + " groups of " + std::to_string(own) + " columns and " +
           std::to_string(rows) + " rows, " + std::to_string(met) + " met, " +
           (has_coefficients ? "c" : "") + (has_constants ? "k" : "") +
           (has_scales_of_its_own ? "s" : "") + (has_flat_means ? "f" : "") +
           (has_unequal_rows ? "u" : "");
  }
};

Case make(const Recipe& recipe) {
  Random random = test_random(41);
  Case c{.name = recipe.name(), .block = {}, .at = {}};
  c.block.columns = recipe.met + recipe.groups * recipe.own;
  const auto top = c.add_scale(5.0);
  std::vector<std::uint32_t> spread, noise;
  for (std::size_t j = 0; j < recipe.own; ++j)
    spread.push_back(c.add_scale(0.4 + 0.3 * static_cast<double>(j)));
  for (std::size_t i = 0; i < recipe.rows; ++i)
    noise.push_back(c.add_scale(1.2 / (1.0 + 0.1 * static_cast<double>(i))));
  const int stretch = c.add_coefficient(1.3);
  if (!recipe.has_flat_means) {
    for (std::size_t k = 0; k < recipe.met; ++k) c.add_fixed_row({{.column = k}}, 0.5, top);
  }
  for (std::size_t g = 0; g < recipe.groups; ++g) {
    if (recipe.has_scales_of_its_own) {
      spread[0] = c.add_scale(0.5 + random.uniform());
      if (recipe.rows > 0) noise[0] = c.add_scale(0.5 + random.uniform());
    }
    const std::size_t first = recipe.met + g * recipe.own;
    for (std::size_t j = 0; j < recipe.own; ++j) {
      std::vector<Entry> entries{{.column = first + j, .multiplier = j == 1 ? -2.0 : 1.0}};
      if (j < recipe.met) {
        entries.push_back({.column = j, .multiplier = -1, .slot = g % 3 == 1 ? stretch : -1});
      }
      c.add_fixed_row(entries, j == 0 ? 0.0 : 0.2, spread[j]);
    }
    const std::size_t rows = recipe.has_unequal_rows ? 1 + g % recipe.rows : recipe.rows;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Entry> entries;
      for (std::size_t j = 0; j < recipe.own; ++j) {
        entries.push_back({.column = first + j,
                           .multiplier = random.normal(),
                           .slot = recipe.has_coefficients ? stretch : -1});
      }
      for (std::size_t k = i % 2; k < recipe.met; ++k) {
        entries.push_back({.column = k, .multiplier = random.normal()});
      }
      recipe.has_constants ? c.add_row(entries, random.normal(), noise[i])
                           : c.add_fixed_row(entries, random.normal(), noise[i]);
    }
  }
  c.block.scale_rest[noise.empty() ? top : noise[0]] = 2.5;
  set_constant_term(c.block);
  return c;
}

std::vector<Recipe> recipes() {
  std::vector<Recipe> all;
  for (const std::size_t groups : {1UL, 3UL, 8UL, 9UL, 40UL}) {
    for (const std::size_t own : {1UL, 2UL, 3UL, 4UL}) {
      for (const std::size_t rows : {1UL, 2UL, 5UL}) {
        for (const std::size_t met : {0UL, 1UL, 2UL, 4UL}) {
          const std::size_t k = all.size();
          all.push_back({groups, own, rows, met, k % 2 == 1, k % 3 == 1, k % 5 == 1, k % 7 == 1});
        }
      }
    }
  }
  // Groups of many rows, and of different numbers of rows, some filled up with zeros.
  for (const std::size_t own : {1UL, 2UL, 3UL}) {
    all.push_back({12, own, 11, 2, false, true, false, false, true});
    all.push_back({30, own, 24, 2, true, false, true, false, true});
    all.push_back({30, own, 7, 1, false, false, false, false, true});
  }
  // Shapes that have rotations of their own, with and without everything else.
  for (std::size_t k = 0; k < 8; ++k) {
    for (const auto& [own, rows, met] :
         {std::array{1, 1, 1}, {1, 1, 2}, {1, 2, 2}, {1, 3, 3}, {2, 2, 2}, {2, 3, 3}}) {
      all.push_back({20, static_cast<std::size_t>(own), static_cast<std::size_t>(rows),
                     static_cast<std::size_t>(met), k % 2 == 1, k / 2 % 2 == 1, k / 4 == 1, false});
    }
  }
  return all;
}

TEST(Stars, ValueAndPartialsEqualThoseOfTheFronts) {
  std::size_t found = 0;
  for (const Recipe& recipe : recipes()) {
    const Case c = make(recipe);
    const Symbolic fronts = analyze(c.block);
    const Evaluated want = evaluate(c.block, fronts, c.at);
    if (!std::isfinite(want.value)) continue;  // flat means and too few rows
    std::optional<Stars> stars = star::find_stars(c.block);
    if (!stars) continue;
    ++found;
    for (const InstructionSet set : available_instruction_sets()) {
      stars->kernels = &star::kernels(set);
      std::vector<double> scratch(stars->scratch);
      Numbers got = c.at;
      const auto parts = star::parts_and_partials({c.block, *stars, c.at.inputs(), scratch}, {},
                                                  {got.coefficients, got.constants, got.scales});
      if (!parts) {  // too alike; there must be few of these
        EXPECT_TRUE(recipe.has_flat_means || recipe.met > recipe.own) << c.name;
        continue;
      }
      const std::string name = c.name + ", " + std::string(name_of(set));
      const double value = parts->log_normaliser - parts->rest / 2;
      EXPECT_NEAR(value, want.value, 1e-12 * (1 + std::abs(want.value))) << name;
      expect_near_all(got.coefficients, want.partials.coefficients, name + ", coefficients", 1e-11);
      expect_near_all(got.constants, want.partials.constants, name + ", constants", 1e-11);
      expect_near_all(got.scales, want.partials.scales, name + ", scales", 1e-11);
    }
  }
  EXPECT_GT(found, 220U);
}

TEST(Stars, PartialsOfTheTwoPartsEqualThoseOfTheFronts) {
  for (const bool is_dynamic : {false, true}) {
    const Case c = make({13, 2, 3, 2, is_dynamic, is_dynamic, is_dynamic, false});
    const std::vector<Symbolic> all = ways(c.block);
    ASSERT_EQ(all.size(), 3U);
    std::vector<Numbers> normaliser(2, c.at), rest(2, c.at);
    for (std::size_t w = 0; w < 2; ++w) {
      std::vector<double> scratch(scratch_size(all[w]));
      const PartsPartials partials{
          .log_normaliser = {normaliser[w].coefficients, normaliser[w].constants,
                             normaliser[w].scales},
          .rest = {rest[w].coefficients, rest[w].constants, rest[w].scales}};
      parts_and_partials(c.block, all[w], c.at.inputs(), partials, scratch);
    }
    expect_near_all(normaliser[1].scales, normaliser[0].scales, "normaliser by scales", 1e-11);
    expect_near_all(normaliser[1].coefficients, normaliser[0].coefficients, "by coefficients",
                    1e-11);
    expect_near_all(rest[1].scales, rest[0].scales, "rest by scales", 1e-11);
    expect_near_all(rest[1].coefficients, rest[0].coefficients, "rest by coefficients", 1e-11);
    expect_near_all(rest[1].constants, rest[0].constants, "rest by constants", 1e-11);
  }
}

TEST(Stars, DrawsHaveTheMeanAndCovarianceOfTheFronts) {
  std::size_t found = 0;
  for (const Recipe& recipe : recipes()) {
    if (recipe.groups > 9 || recipe.has_flat_means) continue;
    const Case c = make(recipe);
    std::vector<Symbolic> all = ways(c.block);
    if (all.size() < 3) continue;
    ++found;
    const auto want = moments_of(c, all[0]);
    for (const InstructionSet set : available_instruction_sets()) {
      all[1].stars->kernels = &star::kernels(set);
      const auto got = moments_of(c, all[1]);
      expect_near_all(got.mean, want.mean, c.name + ", mean", 1e-11);
      expect_near_all(got.covariance, want.covariance, c.name + ", covariance", 1e-11);
    }
  }
  EXPECT_GT(found, 130U);
}

TEST(Stars, AreFoundInHierarchiesOnly) {
  const auto schools_stars = star::find_stars(schools(3.0, true).block);
  ASSERT_TRUE(schools_stars);
  EXPECT_EQ(schools_stars->shared, std::vector<std::uint32_t>{0});
  ASSERT_EQ(schools_stars->runs.size(), 1U);
  EXPECT_EQ(schools_stars->runs[0].batches, 1U);
  // Scales that differ between schools do not keep them apart.
  const auto others = star::find_stars(schools(3.0, false).block);
  ASSERT_TRUE(others);
  EXPECT_EQ(others->runs.size(), 1U);
  EXPECT_FALSE(star::find_stars(chain(40).block));
  EXPECT_FALSE(star::find_stars(crossed(60, 50, 600).block));
}

bool is_answered_by_stars(const Case& c, const Stars& stars) {
  std::vector<double> scratch(stars.scratch);
  return star::parts_and_partials({c.block, stars, c.at.inputs(), scratch}, {}, {}).has_value();
}

void expect_left_to_the_fronts(const Case& c) {
  const std::vector<Symbolic> all = ways(c.block);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_FALSE(is_answered_by_stars(c, *all[1].stars));
  EXPECT_EQ(evaluate(c.block, all[1], c.at).value, evaluate(c.block, all[0], c.at).value);
}

// Two shared columns that differ in the eighth digit only.
TEST(Stars, LeaveColumnsThatAreAlikeToTheFronts) {
  Case c = make({20, 1, 1, 2, false, false, false, false});
  for (std::size_t i = 0; i < c.block.rows(); ++i) {
    const std::size_t first = c.block.row_starts[i];
    const std::size_t entries = c.block.row_starts[i + 1] - first;
    if (entries == 2) c.block.multiplier[first + 1] = 0.0;
    if (entries != 3) continue;
    c.block.multiplier[first + 1] = 1.0;
    c.block.multiplier[first + 2] = 1.0 + 1e-8 * static_cast<double>(i);
  }
  c.at.scales[0] = 1e9;  // no help from the means' own rows
  expect_left_to_the_fronts(c);
}

// Three shared columns of which the second and third are nearly the first: no pivot is small beside
// its diagonal element, and together they have lost eight digits.
TEST(Stars, LeaveColumnsThatAreAlikeTogetherToTheFronts) {
  Case c{.name = "columns in a row", .block = {}, .at = {}};
  c.block.columns = 4;
  const auto one = c.add_scale(1.0), narrow = c.add_scale(0.005);
  c.add_fixed_row({{.column = 1, .multiplier = 1.0}, {.column = 2, .multiplier = -1.0}}, 0, narrow);
  c.add_fixed_row({{.column = 0, .multiplier = 0.01}}, 0.0, one);
  c.add_fixed_row({{.column = 0, .multiplier = 1.0}, {.column = 1, .multiplier = -1.0}}, 0.0, one);
  c.add_fixed_row({{.column = 1}, {.column = 2}, {.column = 3}}, 1.0, one);
  set_constant_term(c.block);
  expect_left_to_the_fronts(c);
}

// Two own columns, one of them with a prior mean of a million, and rows with a scale of 1e-8.
TEST(Stars, LeaveInnovationsFarFromZeroToTheFronts) {
  Case c{.name = "far prior", .block = {}, .at = {}};
  c.block.columns = 2;
  const auto one = c.add_scale(1.0), wide = c.add_scale(1e4), narrow = c.add_scale(3e-8);
  c.add_fixed_row({{.column = 0}}, 0.0, wide);
  c.add_fixed_row({{.column = 1}}, 1e6, one);
  for (const double x : {-100610.0, -101660.0, -100850.0}) {
    c.add_fixed_row({{.column = 0}, {.column = 1, .multiplier = x}}, 1e-7, narrow);
  }
  set_constant_term(c.block);
  expect_left_to_the_fronts(c);
  c.at.scales[2] = 1e7;  // of the data: now the prior mean is near
  const auto stars = star::find_stars(c.block);
  ASSERT_TRUE(stars);
  EXPECT_TRUE(is_answered_by_stars(c, *stars));
}

// The square of the scale is no double, the scale is one.
TEST(Stars, ScalesWhoseSquareOverflowsGiveWhatTheFrontsGive) {
  for (const double x : {1e167, 1e-167, 1e300, 1e-300}) {
    for (const std::size_t which : {0U, 1U}) {
      Case c{.name = "one column", .block = {}, .at = {}};
      c.block.columns = 1;
      const auto first = c.add_scale(1.0), second = c.add_scale(2.0);
      c.add_fixed_row({{.column = 0}}, 1.0, first);
      c.add_fixed_row({{.column = 0}}, 0.5, second);
      set_constant_term(c.block);
      c.at.scales[which] = x;
      const std::vector<Symbolic> all = ways(c.block);
      ASSERT_EQ(all.size(), 3U);
      const double want = evaluate(c.block, all[0], c.at).value;
      ASSERT_TRUE(std::isfinite(want));
      EXPECT_NEAR(evaluate(c.block, all[1], c.at).value, want, 1e-12 * std::abs(want)) << x;
    }
  }
}

TEST(Stars, ImpossibleInputsGiveWhatTheFrontsGive) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, -1.0, kNaN, kInfinity}) {
    for (const bool is_scale : {true, false}) {
      Case c = make({10, 1, 1, 1, true, true, false, false});
      (is_scale ? c.at.scales[1] : c.at.constants[2]) = x;
      const std::vector<Symbolic> all = ways(c.block);
      ASSERT_EQ(all.size(), 3U);
      const double want = evaluate(c.block, all[0], c.at).value;
      const double got = evaluate(c.block, all[1], c.at).value;
      if (std::isnan(want)) {
        EXPECT_TRUE(std::isnan(got)) << x;
      } else {
        EXPECT_DOUBLE_EQ(got, want) << x;
      }
    }
  }
}

// Intercepts (and slopes) around means, rows triangular as after compression, some of known scale.
Case around_means(std::size_t groups, std::size_t own, std::size_t rows, double spread) {
  Random random = test_random(43);
  Case c{.name = std::to_string(groups) + " groups of " + std::to_string(own) + " around means, " +
                 std::to_string(rows) + " rows",
         .block = {},
         .at = {}};
  c.block.columns = own * (groups + 1);
  const auto noise = c.add_scale(0.7);
  std::vector<std::uint32_t> spreads;
  for (std::size_t j = 0; j < own; ++j) {
    spreads.push_back(c.add_scale(spread * (j == 0 ? 1.0 : 0.3)));
    c.add_fixed_row({{.column = j, .multiplier = 0.2}}, 0.4, noise);
    c.block.scale_slot.back() = -1;
  }
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t first = own * (g + 1);
    for (std::size_t j = 0; j < own; ++j) {
      const double sign = j == 0 ? 1.0 : -1.0;
      c.add_fixed_row(
          {{.column = first + j, .multiplier = sign}, {.column = j, .multiplier = -sign}}, 0.0,
          spreads[j]);
    }
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Entry> entries;
      for (std::size_t j = i; j < own; ++j) {
        entries.push_back({.column = first + j, .multiplier = 1.0 + random.uniform()});
      }
      c.add_fixed_row(entries, 100.0 + random.normal(), noise);
    }
  }
  c.block.scale_rest[noise] = 1.5;
  set_constant_term(c.block);
  return c;
}

TEST(Stars, GroupsAroundTheirMeansEqualTheFronts) {
  for (const std::size_t groups : {4UL, 8UL, 9UL, 40UL}) {
    for (const auto& [own, rows] : {std::pair{1UL, 1UL}, {2UL, 2UL}, {2UL, 1UL}}) {
      for (const double spread : {1e-8, 1e-3, 1.0, 1e3, 1e6}) {
        const Case c = around_means(groups, own, rows, spread);
        std::vector<Symbolic> all = ways(c.block);
        ASSERT_EQ(all.size(), 3U) << c.name;
        ASSERT_EQ(all[1].stars->runs.size(), 1U);
        EXPECT_TRUE(all[1].stars->runs[0].has_means) << c.name;
        const Evaluated want = evaluate(c.block, all[0], c.at);
        for (const InstructionSet set : available_instruction_sets()) {
          all[1].stars->kernels = &star::kernels(set);
          std::vector<double> scratch(all[1].stars->scratch);
          Numbers got = c.at;
          const auto parts =
              star::parts_and_partials({c.block, *all[1].stars, c.at.inputs(), scratch}, {},
                                       {got.coefficients, got.constants, got.scales});
          ASSERT_TRUE(parts) << c.name;
          const double value = parts->log_normaliser - parts->rest / 2;
          EXPECT_NEAR(value, want.value, 1e-12 * std::abs(want.value)) << c.name << spread;
          for (std::size_t k = 0; k < c.block.scales; ++k) {
            // By the logarithm of the scale; both are sums of numbers as large as the rest.
            EXPECT_NEAR(got.scales[k] * c.at.scales[k], want.partials.scales[k] * c.at.scales[k],
                        1e-12 * (parts->rest + static_cast<double>(c.block.rows())))
                << c.name << ", spread " << spread << ", scale " << k;
          }
        }
      }
    }
  }
}

// Slopes against an uncentred clock, in groups with little noise. Rotations lose digits as entries
// grow over the unit rows (here 0.5 * 33 / noise); normal equations would lose twice as many: all.
TEST(Stars, PreciseGroupsWithSlopesLoseNoMoreThanRotationsDo) {
  constexpr double kRounding = std::numeric_limits<double>::epsilon();
  for (const double noise : {1.0, 1e-3, 1e-6}) {
    Random random = test_random(42);
    Case c{.name = "slopes", .block = {}, .at = {}};
    c.block.columns = 2 + 2 * 12;
    const auto top = c.add_scale(5.0), a = c.add_scale(3.0), b = c.add_scale(0.5),
               sigma = c.add_scale(noise);
    c.add_fixed_row({{.column = 0}}, 0.0, top);
    c.add_fixed_row({{.column = 1}}, 0.0, top);
    for (std::size_t g = 0; g < 12; ++g) {
      const std::size_t first = 2 + 2 * g;
      c.add_fixed_row({{.column = first}, {.column = 0, .multiplier = -1}}, 0.0, a);
      c.add_fixed_row({{.column = first + 1}, {.column = 1, .multiplier = -1}}, 0.0, b);
      for (const double clock : {30.0, 31.0, 33.0}) {
        c.add_row({{.column = first}, {.column = first + 1, .multiplier = clock}}, random.normal(),
                  sigma);
      }
    }
    set_constant_term(c.block);
    const std::vector<Symbolic> all = ways(c.block);
    ASSERT_EQ(all.size(), 3U);
    const Evaluated want = evaluate(c.block, all[0], c.at), got = evaluate(c.block, all[1], c.at);
    EXPECT_NEAR(got.value, want.value, 1e-11 * std::abs(want.value)) << noise;
    for (std::size_t k = 0; k < c.block.scales; ++k) {
      EXPECT_NEAR(
          got.partials.scales[k], want.partials.scales[k],
          (1e-11 + 100 * kRounding * 0.5 * 33.0 / noise) * (1 + std::abs(want.partials.scales[k])))
          << noise << ", " << k;
    }
  }
}

}  // namespace
}  // namespace autumn::gaussian::testing
