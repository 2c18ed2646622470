// These tests compare normal equations with the fronts, on blocks of many shapes and for scales
// that differ by many orders of magnitude.
#include "gaussian/equations/equations.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "dense/kernels.h"
#include "gaussian/equations/kernels.h"
#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

using equations::Equations;

// Rows over all columns, with a scale for every row and a coefficient for every column, as a curve
// by basis functions with a changing noise.
Case curve(std::size_t columns, std::size_t rows) {
  Random random = test_random(44);
  Case c{.name = "curve", .block = {}, .at = {}};
  c.block.columns = columns + 1;
  const auto one = c.add_scale(1.0);
  std::vector<int> weights;
  for (std::size_t j = 0; j < columns; ++j) {
    c.add_fixed_row({{.column = j}}, 0.0, one);
    weights.push_back(c.add_coefficient(std::exp(-0.3 * static_cast<double>(j))));
  }
  c.add_fixed_row({{.column = columns}}, 0.7, c.add_scale(3.0));
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Entry> entries{{.column = columns}};
    for (std::size_t j = 0; j < columns; ++j) {
      entries.push_back({.column = j, .multiplier = random.normal(), .slot = weights[j]});
    }
    c.add_row(entries, random.normal(), c.add_scale(std::exp(random.normal())));
  }
  set_constant_term(c.block);
  return c;
}

// y ~ N(a_i + b_j + c_k, sigma), all around zero, and a flat mean.
Case three_crossed(double spread) {
  Random random = test_random(45);
  Case c{.name = "three crossed", .block = {}, .at = {}};
  const std::size_t sizes[] = {9, 7, 5};
  c.block.columns = 22;
  std::size_t first = 1;
  for (const std::size_t size : sizes) {
    const auto scale = c.add_scale(spread * (1.0 + 0.1 * static_cast<double>(size)));
    for (std::size_t j = 0; j < size; ++j) c.add_fixed_row({{.column = first + j}}, 0.0, scale);
    first += size;
  }
  const auto noise = c.add_scale(0.8);
  for (std::size_t i = 0; i < 80; ++i) {
    std::vector<Entry> entries{{.column = 0}};
    first = 1;
    for (const std::size_t size : sizes) {
      const auto j = static_cast<std::size_t>(random.uniform() * static_cast<double>(size));
      entries.push_back({.column = first + j});
      first += size;
    }
    c.add_fixed_row(entries, 2.0 + random.normal(), noise);
  }
  c.block.scale_rest[noise] = 3.5;
  set_constant_term(c.block);
  return c;
}

// Elements around means that have a mean, each given to the next level by a coefficient.
Case nested(double inner, double outer) {
  Random random = test_random(46);
  Case c{.name = "nested", .block = {}, .at = {}};
  c.block.columns = 1 + 4 + 20;
  const auto top = c.add_scale(10.0), upper = c.add_scale(outer), lower = c.add_scale(inner);
  const auto noise = c.add_scale(1.0);
  const int rho = c.add_coefficient(0.9);
  c.add_row({{.column = 0}}, 1.5, top);
  for (std::size_t g = 0; g < 4; ++g) {
    c.add_fixed_row({{.column = 1 + g}, {.column = 0, .multiplier = -1, .slot = rho}}, 0.0, upper);
  }
  for (std::size_t k = 0; k < 20; ++k) {
    c.add_fixed_row({{.column = 5 + k, .multiplier = -2}, {.column = 1 + k % 4, .multiplier = 2}},
                    0.3, lower);
  }
  for (std::size_t i = 0; i < 60; ++i) {
    c.add_row({{.column = 5 + i % 20}}, random.normal(), noise);
  }
  set_constant_term(c.block);
  return c;
}

// Levels of two factors that meet at some pairs only, with a flat mean and slope.
Case sparse_cross(std::size_t a, std::size_t b, double spread) {
  Random random = test_random(48);
  Case c{.name = fmt::format("cross of {} and {}, spread {}", a, b, spread), .block = {}, .at = {}};
  c.block.columns = 2 + a + b;
  const auto of_a = c.add_scale(spread), of_b = c.add_scale(0.6 * spread), noise = c.add_scale(0.8);
  for (std::size_t j = 0; j < a + b; ++j) {
    c.add_fixed_row({{.column = 2 + j}}, 0.0, j < a ? of_a : of_b);
  }
  for (std::size_t i = 0; i < a * b / 2 + 10; ++i) {
    c.add_fixed_row({{.column = 0},
                     {.column = 1, .multiplier = random.normal()},
                     {.column = 2 + random.below(a)},
                     {.column = 2 + a + random.below(b)}},
                    1.0 + random.normal(), noise);
  }
  set_constant_term(c.block);
  return c;
}

// Each column around an earlier one, at most `far` before it, some around zero (gaps), and seen
// with noise, but for some.
Case walk(std::size_t columns, std::size_t far, double step) {
  Random random = test_random(49);
  Case c{.name = fmt::format("walk of {}, {} back, step {}", columns, far, step),
         .block = {},
         .at = {}};
  c.block.columns = columns;
  const auto wide = c.add_scale(4.0), tau = c.add_scale(step), noise = c.add_scale(0.7);
  for (std::size_t j = 0; j < columns; ++j) {
    if (j == 0 || random.below(40) == 0) {
      c.add_fixed_row({{.column = j}}, 0.0, wide);
    } else {
      const std::size_t before = j - 1 - random.below(std::min(far, j));
      c.add_fixed_row({{.column = j}, {.column = before, .multiplier = -1.0}}, 0.0, tau);
    }
    if (random.below(5) != 0) c.add_fixed_row({{.column = j}}, random.normal(), noise);
  }
  set_constant_term(c.block);
  return c;
}

// Every column around the one before it, and all seen with noise: rows of one scale are summed up
// over consecutive columns.
Case level(std::size_t columns, double step) {
  Random random = test_random(51);
  Case c{.name = fmt::format("level of {}, step {}", columns, step), .block = {}, .at = {}};
  c.block.columns = columns;
  const auto wide = c.add_scale(4.0), tau = c.add_scale(step), noise = c.add_scale(0.7);
  for (std::size_t j = 0; j < columns; ++j) {
    if (j == 0) {
      c.add_fixed_row({{.column = j}}, 0.0, wide);
    } else {
      c.add_fixed_row({{.column = j}, {.column = j - 1, .multiplier = -1.0}}, 0.0, tau);
    }
    c.add_fixed_row({{.column = j}}, random.normal(), noise);
  }
  set_constant_term(c.block);
  return c;
}

// A walk seen through rows of four neighbours, each with a scale of its own; `step` says in which
// order these rows come.
Case walking_spline(std::size_t columns, std::size_t step = 1, bool has_inputs = false) {
  Random random = test_random(50);
  Case c{.name = fmt::format("walking spline of {}, every {}th", columns, step),
         .block = {},
         .at = {}};
  c.block.columns = columns;
  const auto wide = c.add_scale(5.0), tau = c.add_scale(0.6);
  c.add_fixed_row({{.column = 0}}, 0.0, wide);
  for (std::size_t j = 1; j < columns; ++j) {
    c.add_fixed_row({{.column = j}, {.column = j - 1, .multiplier = -1.0}}, 0.0, tau);
  }
  for (std::size_t i = 0; i < 10 * columns; ++i) {
    std::vector<Entry> entries;
    const std::size_t first = step * i % (10 * columns) / 10 * (columns - 4) / (columns - 1);
    for (std::size_t k = first; k < first + 4; ++k) {
      entries.push_back({.column = k, .multiplier = random.uniform()});
    }
    const double y = random.normal();
    const auto scale = c.add_scale(0.2 + random.uniform());
    has_inputs ? c.add_row(entries, y, scale) : c.add_fixed_row(entries, y, scale);
  }
  set_constant_term(c.block);
  return c;
}

// The same with constants that are inputs, and weights.
Case weighted_spline(std::size_t columns) {
  Case c = walking_spline(columns, 1, true);
  c.name = "weighted spline";
  for (std::size_t i = 0; i < c.block.rows(); ++i) {
    c.block.root_weight.push_back(1.0 + 0.25 * static_cast<double>(i % 3));
  }
  return c;
}

std::vector<Case> shapes() {
  std::vector<Case> all = cases();
  for (const std::size_t n : {1UL, 2UL, 12UL, 40UL}) all.push_back(curve(n, 3 * n + 2));
  all.push_back(three_crossed(1.0));
  all.push_back(nested(0.7, 1.1));
  all.push_back(chain(60));
  all.push_back(crossed(60, 50, 600));
  all.push_back(schools(3.0, true));
  all.push_back(schools(3.0, false));
  for (const auto& [a, b] : {std::pair(40UL, 25UL), {12UL, 30UL}, {70UL, 6UL}}) {
    all.push_back(sparse_cross(a, b, 1.0));
  }
  for (const std::size_t n : {6UL, 40UL}) {
    for (const std::size_t step : {1UL, 7UL}) all.push_back(walking_spline(n, step));
  }
  all.push_back(weighted_spline(40));
  for (const std::size_t far : {1UL, 4UL, 1000UL}) {
    for (const std::size_t n : {5UL, 30UL, 200UL}) all.push_back(walk(n, far, 0.4));
  }
  for (const std::size_t n : {40UL, 57UL, 301UL}) all.push_back(level(n, 0.4));
  return all;
}

struct Answer {
  std::optional<Parts> parts;
  Numbers partials;
};

Answer by_equations(const Case& c, const Equations& equations) {
  std::vector<double> scratch(equations::scratch_size(equations));
  Answer answer{{}, c.at};
  Numbers& p = answer.partials;
  answer.parts = equations::parts_and_partials({c.block, equations, c.at.inputs(), scratch}, {},
                                               {p.coefficients, p.constants, p.scales});
  return answer;
}

void expect_near_fronts(const Case& c, const Answer& got, const Evaluated& want, double tolerance) {
  EXPECT_NEAR(got.parts->log_normaliser - got.parts->rest / 2, want.value,
              tolerance * (1 + std::abs(want.value)))
      << c.name;
  expect_near_all(by_logarithm(got.partials.scales, c.at), by_logarithm(want.partials.scales, c.at),
                  c.name, tolerance);
}

TEST(Equations, ValueAndPartialsEqualThoseOfTheFronts) {
  std::size_t answered = 0;
  for (const Case& c : shapes()) {
    const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
    if (!std::isfinite(want.value)) continue;
    Equations equations = equations::find_equations(c.block);
    for (const InstructionSet set : available_instruction_sets()) {
      equations.kernels = &dense::kernels(set);
      equations.loops = &equations::kernels(set);
      const std::string name = c.name + ", " + std::string(name_of(set));
      const auto [parts, got] = by_equations(c, equations);
      if (!parts) continue;
      ++answered;
      const double value = parts->log_normaliser - parts->rest / 2;
      EXPECT_NEAR(value, want.value, 1e-10 * (1 + std::abs(want.value))) << name;
      expect_near_all(got.coefficients, want.partials.coefficients, name + ", coefficients", 1e-9);
      expect_near_all(got.constants, want.partials.constants, name + ", constants", 1e-9);
      expect_near_all(got.scales, want.partials.scales, name + ", scales", 1e-9);
      std::vector<double> scratch(equations::scratch_size(equations));
      const auto alone = equations::parts({c.block, equations, c.at.inputs(), scratch});
      ASSERT_TRUE(alone) << name;
      EXPECT_NEAR(alone->log_normaliser, parts->log_normaliser, 1e-12 * (1 + std::abs(value)));
      EXPECT_NEAR(alone->rest, parts->rest, 1e-12 * (1 + std::abs(parts->rest)));
    }
  }
  EXPECT_GT(answered, 10 * available_instruction_sets().size());
}

// From scales that hide everything to scales that say nothing: an answer is right, or there is
// none.
TEST(Equations, ScalesOfAllMagnitudesGiveWhatTheFrontsGive) {
  std::size_t answered = 0, asked = 0;
  for (double tau = 1e-10; tau < 2e6; tau *= 10) {
    for (Case c : {schools(tau, true), schools(tau, false), three_crossed(tau), nested(tau, 1.0),
                   nested(1.0, tau), nested(tau, tau), sparse_cross(30, 16, tau)}) {
      c.name += ", tau = " + std::to_string(tau);
      const Symbolic fronts = analyze(c.block);
      const Evaluated want = evaluate(c.block, fronts, c.at);
      if (!std::isfinite(want.value)) continue;
      const Answer got = by_equations(c, equations::find_equations(c.block));
      ++asked;
      if (!got.parts) continue;
      ++answered;
      expect_near_fronts(c, got, want, 1e-9);
    }
  }
  EXPECT_GT(answered * 10, asked * 7) << answered << " of " << asked;
}

// Where steps are tiny or huge the columns of a long walk are too alike or too far apart: an answer
// is right, or there is none.
TEST(Equations, WalksOfAllStepsGiveWhatTheFrontsGive) {
  std::size_t answered = 0, asked = 0;
  for (double tau = 1e-10; tau < 2e6; tau *= 10) {
    for (const Case& c :
         {walk(150, 1, tau), walk(150, 5, tau), walk(150, 1000, tau), level(150, tau)}) {
      const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
      const Answer got = by_equations(c, equations::find_equations(c.block));
      ++asked;
      if (!got.parts) continue;
      ++answered;
      expect_near_fronts(c, got, want, 1e-8);
    }
  }
  EXPECT_GT(answered * 10, asked * 4) << answered << " of " << asked;
}

// Effects that could stand for the mean of the data: what is left of squares of 1e6 is small.
TEST(Equations, DataFarFromZeroGiveWhatTheFrontsGive) {
  std::size_t answered = 0;
  for (const double far : {0.0, 1e3, 1e5, 1e6, 1e8, 1e12}) {
    for (const bool is_flat : {true, false}) {
      Case c = three_crossed(1.0);
      if (!is_flat) {
        c.add_fixed_row({{.column = 0}}, 0.0, c.add_scale(10.0));
        set_constant_term(c.block);
      }
      for (std::size_t i = 0; i < c.block.rows(); ++i) {
        const bool is_data = c.block.row_starts[i + 1] - c.block.row_starts[i] > 1;
        if (is_data) c.block.constant[i] += far;
      }
      const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
      const auto [parts, got] = by_equations(c, equations::find_equations(c.block));
      if (!parts) continue;
      ++answered;
      const std::string name = "far " + std::to_string(far) + (is_flat ? ", flat" : "");
      // The fronts work with numbers of the size of the data, and have their rounding.
      const double rounding = far * std::numeric_limits<double>::epsilon();
      EXPECT_NEAR(parts->log_normaliser - parts->rest / 2, want.value,
                  1e-8 + 1e-12 * std::abs(want.value) + 100.0 * rounding)
          << name;
      expect_near_all(by_logarithm(got.scales, c.at), by_logarithm(want.partials.scales, c.at),
                      name, 1e-9 + 10.0 * rounding);
    }
  }
  EXPECT_GE(answered, 6U);  // a flat mean takes all of it
}

// A slope whose numbers are all far from zero is nearly the intercept.
TEST(Equations, CovariatesFarFromZeroGiveWhatTheFrontsGive) {
  Random random = test_random(47);
  std::size_t answered = 0;
  for (const double far : {0.0, 1e2, 1e4, 1e6, 1e8}) {
    for (const double noise : {0.01, 1.0, 30.0, 1e3, 1e5}) {
      Case c{.name = "slope", .block = {}, .at = {}};
      c.block.columns = 2;
      c.add_fixed_row({{.column = 0}}, 0.0, c.add_scale(1e3));
      c.add_fixed_row({{.column = 1}}, 0.0, c.add_scale(4.65));
      for (int i = 0; i < 30; ++i) {
        c.add_fixed_row({{.column = 0}, {.column = 1, .multiplier = far + random.normal()}},
                        -far + random.normal(), c.add_scale(noise * std::exp(random.normal())));
      }
      set_constant_term(c.block);
      const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
      const auto [parts, got] = by_equations(c, equations::find_equations(c.block));
      if (!parts) continue;
      ++answered;
      const std::string name = fmt::format("far {}, noise {}", far, noise);
      EXPECT_NEAR(parts->log_normaliser - parts->rest / 2, want.value,
                  1e-8 * (1.0 + std::abs(want.value)))
          << name;
      expect_near_all(by_logarithm(got.scales, c.at), by_logarithm(want.partials.scales, c.at),
                      name, 1e-7);
    }
  }
  EXPECT_GE(answered, 5U);
}

TEST(Equations, ImpossibleInputsHaveNoAnswer) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, -1.0, kNaN, kInfinity}) {
    Case c = three_crossed(1.0);
    c.at.scales[1] = x;
    EXPECT_FALSE(by_equations(c, equations::find_equations(c.block)).parts) << x;
  }
  Case c = curve(12, 30);
  c.at.coefficients[3] = kNaN;
  EXPECT_FALSE(by_equations(c, equations::find_equations(c.block)).parts);
}

TEST(Equations, ColumnsThatAreAlikeHaveNoAnswer) {
  const Case c = nearly_alike();
  EXPECT_FALSE(by_equations(c, equations::find_equations(c.block)).parts);
}

TEST(Equations, CrossedEffectsShareTheirMonomials) {
  const Equations q = equations::find_equations(crossed(60, 50, 600).block);
  EXPECT_LT(q.terms.monomials.size(), 12U);
  EXPECT_TRUE(q.dense_rows.empty());
}

TEST(Equations, RowsOfALongWalkStayShort) {
  const Case c = walking_spline(40);
  const Equations q = equations::find_equations(c.block);
  EXPECT_LE(q.innovated.entries.size(), c.block.column.size());
  EXPECT_TRUE(q.dense_rows.empty());
}

// Whatever the order of the rows.
TEST(Equations, RowsThatDifferInTheirScalesAreTakenTogether) {
  for (const std::size_t step : {1UL, 7UL}) {
    const Equations q = equations::find_equations(walking_spline(40, step).block);
    ASSERT_EQ(q.terms.run_starts.size(), q.terms.monomials.size() + 1);
    std::size_t grouped = 0;
    for (const equations::TermGroup& group : q.terms.groups) {
      grouped += group.last - group.first;
      EXPECT_EQ(q.terms.run_starts[group.first], q.terms.run_starts[group.last]);
      EXPECT_EQ(group.constants.size(), (group.last - group.first) * group.stride);
    }
    EXPECT_GE(grouped, 400U);  // and, if they fall on the same elements, some of the steps
    EXPECT_LT(q.terms.groups.size(), 40U);
    EXPECT_GE(q.packed_rows, 380U);  // those of a place or two are few
    EXPECT_LT(q.row_packs.size(), 40U);
    EXPECT_EQ(q.lone_rows.size() + q.packed_rows, q.open_rows.size());
  }
}

TEST(Equations, OfALevelGoByStretchesAndRuns) {
  const Equations q = equations::find_equations(level(301, 0.4).block);
  ASSERT_EQ(q.fixed_rows.size(), 2U);
  for (const equations::FixedRows& fixed : q.fixed_rows) EXPECT_FALSE(fixed.stretches.empty());
  std::size_t consecutive = 0;
  for (const equations::TermRun& run : q.terms.runs) {
    if (run.is_consecutive) consecutive += run.last - run.first;
    for (std::uint32_t t = run.first; run.is_consecutive && t + 1 < run.last; ++t) {
      EXPECT_EQ(q.terms.positions[t] + 1, q.terms.positions[t + 1]);
    }
  }
  EXPECT_GT(consecutive, 1000U);
}

TEST(Equations, RowsThatAllDifferAreDense) {
  const Equations q = equations::find_equations(curve(20, 60).block);
  ASSERT_EQ(q.dense_rows.size(), 1U);
  EXPECT_EQ(q.dense_rows[0].rows.size(), 60U);
}

}  // namespace
}  // namespace autumn::gaussian::testing
