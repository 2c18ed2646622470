// These tests compare pencils with the fronts, on blocks of two scales of many shapes.
#include "gaussian/pencil/pencil.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>
#include <utility>

#include "gaussian/support.h"

namespace autumn::gaussian::testing::pencils {
namespace {

using pencil::Pencil;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Regression {
  std::size_t columns = 5;
  std::size_t rows = 20;
  double spread = 1.0;  // the scale of the priors
  double noise = 1.0;
  double data_far = 0.0;
  std::size_t flat = 0;    // columns without a prior
  std::size_t copies = 0;  // columns that are the first one again
  bool has_inputs = false;
  bool has_covariance = false;
  bool has_known_priors = false;  // of scale 1
  std::size_t border = 0;         // of the flat columns: those with a prior and scale of their own
};

std::string name_of(const Regression& r) {
  return fmt::format(
      "{} columns, {} rows, spread {}, noise {}, far {}, flat {}, copies {}, border {}{}{}{}",
      r.columns, r.rows, r.spread, r.noise, r.data_far, r.flat, r.copies, r.border,
      r.has_inputs ? ", inputs" : "", r.has_covariance ? ", covariance" : "",
      r.has_known_priors ? ", known priors" : "");
}

// What add_row does, with a scale that is 1.
void make_scale_known(Case& c, std::uint32_t scale) {
  c.block.scale_slot.back() = -1;
  c.block.scale_count[scale] -= 1.0;
}

void add_prior(Case& c, const Regression& r, std::size_t column, std::uint32_t scale) {
  std::vector<Entry> entries{{.column = column, .multiplier = column % 2 == 0 ? 1.0 : -2.0}};
  for (std::size_t j = r.flat; r.has_covariance && j < column; ++j) {
    entries.push_back({.column = j, .multiplier = 0.5 / static_cast<double>(1 + column - j)});
  }
  const double mean = 0.1 * static_cast<double>(column);
  r.has_inputs ? c.add_row(entries, mean, scale) : c.add_fixed_row(entries, 0.0, scale);
}

Case make(const Regression& r) {
  Random random = test_random(60 + r.columns);
  Case c{.name = name_of(r), .block = {}, .at = {}};
  c.block.columns = r.columns;
  const auto noise = c.add_scale(r.noise);
  const auto spread = r.has_known_priors ? noise : c.add_scale(r.spread);
  for (std::size_t i = 0; i < r.rows; ++i) {
    std::vector<Entry> entries;
    for (std::size_t j = 0; j < r.columns; ++j) {
      const double x = j == 0 ? 1.0 : random.normal();
      entries.push_back({.column = j, .multiplier = j + r.copies < r.columns ? x : 1.0});
    }
    const double y = r.data_far + random.normal();
    r.has_inputs&& i % 3 != 0 ? c.add_row(entries, y, noise) : c.add_fixed_row(entries, y, noise);
  }
  for (std::size_t j = r.flat; j < r.columns; ++j) {
    add_prior(c, r, j, spread);
    if (r.has_known_priors) make_scale_known(c, noise);
  }
  for (std::size_t j = 0; j < r.border; ++j) {
    std::vector<Entry> entries{{.column = j, .multiplier = 2.0}};
    if (j > 0) entries.push_back({.column = j - 1, .multiplier = -1.0});
    const auto scale = c.add_scale(3.0 + static_cast<double>(j));
    r.has_inputs ? c.add_row(entries, 0.3, scale) : c.add_fixed_row(entries, 0.2, scale);
  }
  c.block.scale_rest[noise] = 2.5;
  set_constant_term(c.block);
  return c;
}

// Every size, with and without everything else.
std::vector<Regression> recipes() {
  const std::vector<Regression> sizes{
      {},
      {.columns = 1, .rows = 1},
      {.columns = 1, .rows = 7},
      {.columns = 2, .rows = 3},
      {.columns = 9, .rows = 4},
      {.columns = 24, .rows = 60},
      {.columns = 40, .rows = 90},
      {.columns = 45, .rows = 10},
      {.columns = 8, .rows = 30, .flat = 2},
      {.columns = 8, .rows = 30, .copies = 3},
      {.columns = 8, .rows = 30, .flat = 1, .border = 1},
      {.columns = 8, .rows = 30, .flat = 3, .border = 2},
      {.columns = 9, .rows = 4, .flat = 2},
      {.columns = 40, .rows = 12, .flat = 4, .border = 3},
      {.columns = 2, .rows = 5, .flat = 1, .border = 1},
      {.columns = 36, .rows = 50, .copies = 2},
  };
  std::vector<Regression> all;
  for (std::size_t k = 0; k < 8; ++k) {
    for (Regression r : sizes) {
      r.has_inputs = k / 4 == 1;
      r.has_covariance = k / 2 % 2 == 1;
      r.has_known_priors = k % 2 == 1;
      all.push_back(r);
    }
  }
  return all;
}

std::optional<Pencil> pencil_of(const Block& block) {
  return pencil::find_pencil(block, block.scales, kInfinity);
}

struct PencilAnswer {
  std::optional<Parts> parts;
  Numbers partials;
};

PencilAnswer by_pencil(const Case& c, const Pencil& found) {
  // Numbers beyond the scratch memory must stay.
  std::vector<double> scratch(pencil::scratch_size(found) + 1, 0.125);
  const auto memory = std::span(scratch).first(scratch.size() - 1);
  PencilAnswer answer{{}, c.at};
  Numbers& p = answer.partials;
  answer.parts = pencil::parts_and_partials({c.block, found, c.at.inputs(), memory}, {},
                                            {p.coefficients, p.constants, p.scales});
  EXPECT_EQ(scratch.back(), 0.125) << c.name;
  return answer;
}

double value_of(const Parts& parts) {
  return parts.log_normaliser - parts.rest / 2;
}

TEST(Pencils, ValueAndPartialsEqualThoseOfTheFronts) {
  for (const Regression& recipe : recipes()) {
    const Case c = make(recipe);
    const auto found = pencil_of(c.block);
    ASSERT_TRUE(found) << c.name;
    const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
    const auto [parts, got] = by_pencil(c, *found);
    ASSERT_TRUE(parts) << c.name;
    EXPECT_NEAR(value_of(*parts), want.value, 1e-11 * (1 + std::abs(want.value))) << c.name;
    expect_near_all(got.constants, want.partials.constants, c.name + ", constants", 1e-10);
    expect_near_all(got.scales, want.partials.scales, c.name + ", scales", 1e-10);
    std::vector<double> scratch(pencil::scratch_size(*found));
    const auto alone = pencil::parts({c.block, *found, c.at.inputs(), scratch});
    ASSERT_TRUE(alone) << c.name;
    EXPECT_NEAR(alone->log_normaliser, parts->log_normaliser, 1e-12 * (1 + std::abs(want.value)));
    EXPECT_NEAR(alone->rest, parts->rest, 1e-12 * (1 + std::abs(parts->rest)));
  }
}

TEST(Pencils, PartialsOfTheTwoPartsEqualThoseOfTheFronts) {
  for (const bool is_flat : {false, true}) {
    const Case c = make({.flat = is_flat ? 1UL : 0UL, .has_inputs = true});
    std::vector<Symbolic> all{analyze(c.block), analyze(c.block)};
    all[1].pencil = pencil_of(c.block);
    ASSERT_TRUE(all[1].pencil);
    std::vector<Numbers> normaliser(2, c.at), rest(2, c.at);
    for (std::size_t w = 0; w < 2; ++w) {
      std::vector<double> scratch(scratch_size(all[w]));
      const PartsPartials partials{
          .log_normaliser = {{}, normaliser[w].constants, normaliser[w].scales},
          .rest = {{}, rest[w].constants, rest[w].scales}};
      parts_and_partials(c.block, all[w], c.at.inputs(), partials, scratch);
    }
    expect_near_all(normaliser[1].scales, normaliser[0].scales, "normaliser by scales", 1e-11);
    expect_near_all(normaliser[1].constants, normaliser[0].constants, "by constants", 1e-11);
    expect_near_all(rest[1].scales, rest[0].scales, "rest by scales", 1e-11);
    expect_near_all(rest[1].constants, rest[0].constants, "rest by constants", 1e-11);
  }
}

TEST(Pencils, PartialsThatNobodyWantsAreLeftOut) {
  const Case c = make({.has_inputs = true});
  const auto found = pencil_of(c.block);
  ASSERT_TRUE(found);
  const auto [parts, all] = by_pencil(c, *found);
  std::vector<double> scratch(pencil::scratch_size(*found));
  Numbers some = c.at;
  const pencil::Problem problem{c.block, *found, c.at.inputs(), scratch};
  ASSERT_TRUE(pencil::parts_and_partials(problem, {}, {{}, {}, some.scales}));
  EXPECT_EQ(some.scales, all.scales);
  ASSERT_TRUE(pencil::parts_and_partials(problem, {}, {{}, some.constants, {}}));
  EXPECT_EQ(some.constants, all.constants);
  const auto none = pencil::parts_and_partials(problem, {}, {});
  ASSERT_TRUE(none && parts);
  EXPECT_EQ(none->rest, parts->rest);
}

using Quad = boost::multiprecision::cpp_bin_float_quad;

Quad exact_value(const Case& c, std::size_t scale, const Quad& factor) {
  NumbersOf<Quad> at(c.at);
  at.scales[scale] *= factor;
  return dense(c.block, at).value();
}

// By more digits than fronts have, which columns that are the same cost theirs.
void expect_exact_value(const Case& c, const Parts& parts, const Numbers& partials) {
  const auto value = static_cast<double>(exact_value(c, 0, 1));
  EXPECT_NEAR(value_of(parts), value, 1e-9 * (1 + std::abs(value))) << c.name;
  const Quad step("1e-10");
  std::vector<double> slopes;
  for (std::size_t k = 0; k < c.block.scales; ++k) {
    const Quad rise = exact_value(c, k, 1 + step) - exact_value(c, k, 1 - step);
    slopes.push_back(static_cast<double>(rise / (2 * step)));
  }
  expect_near_all(by_logarithm(partials.scales, c.at), slopes, c.name, 1e-9);
}

// From scales that hide everything to scales that say nothing: an answer is right, or there is
// none.
TEST(Pencils, ScalesOfAllMagnitudesAreExact) {
  std::size_t answered = 0, asked = 0;
  for (double spread = 1e-10; spread < 2e6; spread *= 100) {
    for (double noise = 1e-10; noise < 2e6; noise *= 100) {
      for (Regression r :
           {Regression{}, Regression{.flat = 2}, Regression{.copies = 2},
            Regression{.columns = 12, .rows = 4}, Regression{.has_inputs = true},
            Regression{.flat = 1, .border = 1}, Regression{.columns = 9, .rows = 4, .flat = 1}}) {
        r.spread = spread;
        r.noise = noise;
        const Case c = make(r);
        const auto found = pencil_of(c.block);
        ASSERT_TRUE(found) << c.name;
        const auto [parts, got] = by_pencil(c, *found);
        ++asked;
        if (!parts) continue;
        ++answered;
        expect_exact_value(c, *parts, got);
      }
    }
  }
  EXPECT_GT(answered * 10, asked * 8) << answered << " of " << asked;
}

TEST(Pencils, DataFarFromZeroGiveWhatTheFrontsGive) {
  for (const double far : {1e3, 1e5, 1e8, 1e12}) {
    for (const auto& [rows, flat, border] :
         {std::array<std::size_t, 3>{20, 0, 0}, {20, 1, 0}, {20, 1, 1}, {3, 1, 0}}) {
      for (const double noise : {0.1, 1.0, 30.0}) {
        const Case c =
            make({.rows = rows, .noise = noise, .data_far = far, .flat = flat, .border = border});
        const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
        const auto found = pencil_of(c.block);
        ASSERT_TRUE(found) << c.name;
        const auto [parts, got] = by_pencil(c, *found);
        EXPECT_TRUE(parts || far > 1e8) << c.name;
        if (!parts) continue;
        // The fronts work with numbers of the size of the data, and have their rounding.
        const double rounding = far / noise * std::numeric_limits<double>::epsilon();
        EXPECT_NEAR(value_of(*parts), want.value,
                    1e-9 + 1e-12 * std::abs(want.value) + 100.0 * rounding)
            << c.name;
        expect_near_all(by_logarithm(got.scales, c.at), by_logarithm(want.partials.scales, c.at),
                        c.name, 1e-9 + 100.0 * rounding);
      }
    }
  }
}

TEST(Pencils, DrawsHaveTheMeanAndCovarianceOfTheFronts) {
  for (Regression recipe : recipes()) {
    for (const double spread : {0.01, 3.0}) {
      recipe.spread = spread;
      const Case c = make(recipe);
      Symbolic fronts = analyze(c.block), turned = fronts;
      turned.pencil = pencil_of(c.block);
      ASSERT_TRUE(turned.pencil) << c.name;
      const auto want = moments_of(c, fronts), got = moments_of(c, turned);
      expect_near_all(got.mean, want.mean, c.name + ", mean", 1e-10);
      expect_near_all(got.covariance, want.covariance, c.name + ", covariance", 1e-10);
      EXPECT_TRUE(c.block.columns == 1 || got.covariance != want.covariance)
          << c.name;  // another way
    }
  }
}

TEST(Pencils, ImpossibleInputsHaveNoAnswer) {
  for (const std::size_t scale : {0UL, 1UL}) {
    for (const double x : {0.0, -1.0, kNaN, kInfinity, 1e-300}) {
      Case c = make({});
      c.at.scales[scale] = x;
      const auto found = pencil_of(c.block);
      ASSERT_TRUE(found);
      EXPECT_FALSE(by_pencil(c, *found).parts) << scale << " " << x;
      std::vector<double> scratch(pencil::scratch_size(*found)), z(5, 0.0), u(5);
      EXPECT_FALSE(pencil::draw({c.block, *found, c.at.inputs(), scratch}, z, u));
    }
  }
  for (const double x : {kNaN, kInfinity}) {
    Case c = make({.has_inputs = true});
    const auto found = pencil_of(c.block);
    ASSERT_TRUE(found);
    c.at.constants[2] = x;
    EXPECT_FALSE(by_pencil(c, *found).parts) << x;
  }
}

// Through the centred form: tau * z, where tau may be zero.
TEST(Pencils, OfNonCentredRidgesEqualTheFronts) {
  for (const double tau : {0.0, 1e-12, 1e-3, 1.0, -2.0, 1e5}) {
    Case c = make({.columns = 10, .rows = 40, .has_known_priors = true});
    const int slot = c.add_coefficient(tau);
    for (std::size_t e = 0; e < 400; ++e) c.block.coefficient_slot[e] = slot;
    Symbolic way = fast(c.block);
    ASSERT_TRUE(way.centred && way.centred->pencil) << tau;
    way.centred->equations.reset();
    ASSERT_TRUE(has_fast_answer(c.block, way, c.at.inputs())) << tau;
    const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
    const Evaluated got = evaluate(c.block, way, c.at);
    EXPECT_NEAR(got.value, want.value, 1e-10 * (1 + std::abs(want.value))) << tau;
    expect_near_all(got.partials.scales, want.partials.scales, "scales", 1e-10);
    expect_near_all(got.partials.coefficients, want.partials.coefficients, "coefficients", 1e-10);
  }
}

// Rows without columns count, whatever their scale.
TEST(Pencils, RowsWithoutColumnsCount) {
  for (const Regression& recipe :
       {Regression{.columns = 3}, Regression{.columns = 3, .has_inputs = true},
        Regression{.columns = 3, .rows = 0}, Regression{.columns = 4, .flat = 1, .border = 1}}) {
    for (const bool is_new_scale : {false, true}) {
      Case c = make(recipe);
      const std::uint32_t scale = is_new_scale ? c.add_scale(2.3) : 0;
      c.add_fixed_row({}, 1.0, scale);
      c.add_row({}, 0.7, scale);
      set_constant_term(c.block);
      const auto found = pencil_of(c.block);
      ASSERT_TRUE(found) << c.name;
      const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
      const auto [parts, got] = by_pencil(c, *found);
      ASSERT_TRUE(parts) << c.name;
      EXPECT_NEAR(value_of(*parts), want.value, 1e-11 * (1 + std::abs(want.value))) << c.name;
      expect_near_all(got.constants, want.partials.constants, c.name + ", constants", 1e-10);
      expect_near_all(got.scales, want.partials.scales, c.name + ", scales", 1e-10);
    }
  }
}

// Only their sum is in the data: one has a prior, the other none.
TEST(Pencils, BordersOfColumnsThatAreAlikeAreRight) {
  for (const double spread : {0.1, 1.0, 10.0}) {
    Case c = make({.columns = 5, .rows = 3, .flat = 2});
    for (std::size_t i = 0; i < 3; ++i) {
      c.block.multiplier[5 * i + 1] = c.block.multiplier[5 * i];
    }
    c.add_fixed_row({{.column = 0}}, 1.0, c.add_scale(spread));
    set_constant_term(c.block);
    const auto found = pencil_of(c.block);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->border, (std::vector<std::uint32_t>{0, 1}));
    const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
    const auto [parts, got] = by_pencil(c, *found);
    ASSERT_TRUE(parts) << spread;
    EXPECT_NEAR(value_of(*parts), want.value, 1e-11 * (1 + std::abs(want.value))) << spread;
    expect_near_all(got.scales, want.partials.scales, "scales", 1e-10);
  }
}

TEST(Pencils, AreFoundWhereTwoScalesChangeOnly) {
  EXPECT_FALSE(pencil_of(schools(3.0, true).block));
  EXPECT_FALSE(pencil_of(chain(10).block));
  const auto bordered = pencil_of(make({.columns = 9, .rows = 4, .flat = 2}).block);
  ASSERT_TRUE(bordered);  // neither side has all columns
  EXPECT_EQ(bordered->border, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(pencil_of(make({.columns = 9, .rows = 30, .flat = 2}).block)->border.empty());
  Case c = make({.columns = 12, .rows = 20});
  const auto third = c.add_scale(1.0);
  for (std::size_t j = 0; j < 5; ++j) {
    c.add_fixed_row({{.column = j}}, 0.0, third);
    EXPECT_EQ(pencil_of(c.block).has_value(), j < 4) << j;
  }
}

// u_j ~ N(a, 1), t ~ N(a, 0.8), v_j ~ N(t, 1.3), 1 ~ N(v_j + size (u_1 - u_2), 1.3); a is flat.
Case hardly_contained(double size) {
  Case c{.name = fmt::format("entries of {}", size), .block = {}, .at = {}};
  enum : std::size_t { kU, kA = 2, kT, kV, kColumns = 6 };
  c.block.columns = kColumns;
  const auto noise = c.add_scale(1.3), walk = c.add_scale(0.8), known = c.add_scale(1.0);
  const Entry mean{.column = kA, .multiplier = -1.0}, level{.column = kT, .multiplier = -1.0};
  c.add_fixed_row({{.column = kT}, mean}, 0.0, walk);
  for (std::size_t j = 0; j < 2; ++j) {
    c.add_fixed_row({{.column = kU + j}, mean}, 0.0, known);
    make_scale_known(c, known);
    c.add_fixed_row({{.column = kV + j}, level}, 0.0, noise);
    const Entry small{.column = kU, .multiplier = size};
    const Entry opposite{.column = kU + 1, .multiplier = -size};
    c.add_fixed_row({{.column = kV + j}, small, opposite}, 1.0, noise);
  }
  set_constant_term(c.block);
  return c;
}

TEST(Pencils, ColumnsThatRowsHardlyContainStayWhereTheyAre) {
  for (const double size : {1e-17, 1e-12, 1e-5, 1e-2, 1.0}) {
    const Case c = hardly_contained(size);
    const auto found = pencil_of(c.block);
    ASSERT_TRUE(found) << c.name;
    const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
    const auto [parts, got] = by_pencil(c, *found);
    ASSERT_TRUE(parts) << c.name;
    EXPECT_NEAR(value_of(*parts), want.value, 1e-11 * (1 + std::abs(want.value))) << c.name;
    expect_near_all(got.scales, want.partials.scales, c.name, 1e-10);
  }
}

TEST(Pencils, AreNotFoundWhereTheyDoNotPay) {
  const Case c = make({});
  EXPECT_FALSE(pencil::find_pencil(c.block, c.block.scales, 50.0));
  EXPECT_TRUE(pencil::find_pencil(c.block, c.block.scales, 1e4));
}

// Columns that differ in the twelfth digit: the pencil says so, and others answer.
TEST(Pencils, WhereDigitsAreLostOthersAnswer) {
  Case c = make({.columns = 3, .rows = 30, .spread = 1e7, .noise = 1e-3, .copies = 1});
  for (std::size_t i = 0; i < 30; ++i) {
    c.block.multiplier[3 * i + 2] += 1e-12 * static_cast<double>(i * i);
  }
  Symbolic fast = analyze(c.block);
  fast.pencil = pencil_of(c.block);
  ASSERT_TRUE(fast.pencil);
  EXPECT_FALSE(by_pencil(c, *fast.pencil).parts);
  EXPECT_EQ(evaluate(c.block, fast, c.at).value, evaluate(c.block, analyze(c.block), c.at).value);
}

}  // namespace
}  // namespace autumn::gaussian::testing::pencils
