// These tests compare crosses with the fronts.
#include "gaussian/cross/cross.h"

#include <gtest/gtest.h>

#include "base/instruction_set.h"
#include "gaussian/cross/kernels.h"
#include "gaussian/support.h"

namespace autumn::gaussian::testing {
namespace {

struct Shape {
  std::size_t leaves = 40, others = 25, more = 15;
  bool has_prior = false;    // of the intercept and the slope, which are flat without one
  bool has_weights = false;  // on the rows
  bool has_unseen = false;   // one leaf and one of the others are in no row
};

std::size_t pick(Random& random, std::size_t n) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(n));
}

// A row that is what a column is around zero.
void add_own(Case& c, std::size_t column, double multiplier, std::uint32_t scale) {
  c.add_fixed_row({{.column = column, .multiplier = multiplier}}, 0.0, scale);
}

// y ~ N(b0 + b1 x + u[i] + v[j] + w[k], sigma), u, v, w of scales of their own.
Case crossed_three(const Shape& shape, const std::vector<double>& scales) {
  Random random = test_random(51);
  Case c{.name = "crossed", .block = {}, .at = {}};
  for (const double x : scales) c.name += " " + std::to_string(x);
  const std::size_t u = 2, v = u + shape.leaves, w = v + shape.others;
  c.block.columns = w + shape.more;
  std::vector<std::uint32_t> slots;
  for (const double scale : scales) slots.push_back(c.add_scale(scale));
  const std::size_t unseen = shape.has_unseen ? 1 : 0;
  for (std::size_t n = 0; n < 500; ++n) {
    c.add_fixed_row({{.column = 0},
                     {.column = 1, .multiplier = random.normal()},
                     {.column = u + pick(random, shape.leaves - unseen)},
                     {.column = v + pick(random, shape.others - unseen)},
                     {.column = w + pick(random, shape.more), .multiplier = random.normal()}},
                    3.0 + random.normal(), slots[3]);
    if (shape.has_weights) c.block.root_weight.push_back(1.0 + 0.2 * random.uniform());
  }
  for (std::size_t j = u; j < c.block.columns; ++j) {
    add_own(c, j, j % 3 == 0 ? 1.0 : -0.5, slots[j < v ? 0 : j < w ? 1 : 2]);
    if (shape.has_weights) c.block.root_weight.push_back(1.0);
  }
  for (std::size_t j = 0; shape.has_prior && j < 2; ++j) {
    add_own(c, j, 0.4, slots[0]);
    c.block.scale_slot.back() = -1;
    c.block.scale_count[slots[0]] -= 1.0;
    if (shape.has_weights) c.block.root_weight.push_back(1.0);
  }
  c.block.constant_term = 0.5;
  return c;
}

const std::vector<double> kUsual = {1.3, 0.7, 0.4, 1.1};

std::optional<Parts> by_cross(const Case& c, const Symbolic& symbolic, const Partials& partials) {
  std::vector<double> scratch(cross::scratch_size(*symbolic.cross, *symbolic.equations));
  const Inputs inputs = c.at.inputs();
  return cross::parts_and_partials({c.block, *symbolic.equations, *symbolic.cross, inputs, scratch},
                                   {}, partials);
}

TEST(Crosses, HaveTheValueAndPartialsOfTheFronts) {
  for (const bool has_prior : {false, true}) {
    for (const bool has_weights : {false, true}) {
      for (const bool has_unseen : {false, true}) {
        const Shape shape{
            .has_prior = has_prior, .has_weights = has_weights, .has_unseen = has_unseen};
        const Case c = crossed_three(shape, kUsual);
        const Symbolic symbolic = fast(c.block);
        ASSERT_TRUE(symbolic.cross);
        std::vector<double> scales(4);
        ASSERT_TRUE(by_cross(c, symbolic, {{}, {}, scales}));
        expect_same_as_fronts(c, 1e-11);
      }
    }
  }
}

TEST(Crosses, OfAnySizeAreThoseOfTheFronts) {
  for (const std::size_t others : {5U, 6U, 7U, 14U, 15U, 30U}) {
    for (const std::size_t leaves : {31U, 40U, 57U}) {
      const Case c = crossed_three({.leaves = leaves, .others = others, .more = 3}, kUsual);
      EXPECT_TRUE(fast(c.block).cross) << leaves << " x " << others;
      expect_same_as_fronts(c, 1e-11);
    }
  }
}

// Scales of all magnitudes: where digits would be lost, others answer.
TEST(Crosses, OfAllScalesAreThoseOfTheFronts) {
  for (const double scale : {1e-10, 1e-6, 1e-3, 0.1, 10.0, 1e3, 1e6}) {
    for (std::size_t k = 0; k < 4; ++k) {
      std::vector<double> scales = kUsual;
      scales[k] = scale;
      for (const bool has_prior : {false, true}) {
        const Case c = crossed_three({.has_prior = has_prior}, scales);
        const Evaluated want = evaluate(c.block, analyze(c.block), c.at);
        const Evaluated got = evaluate(c.block, fast(c.block), c.at);
        EXPECT_NEAR(got.value, want.value, 1e-9 * (1 + std::abs(want.value))) << c.name;
        expect_near_each(by_logarithm(got.partials.scales, c.at),
                         by_logarithm(want.partials.scales, c.at), c.name, 1e-8);
      }
    }
  }
}

TEST(Crosses, ValuesAloneAreThoseWithPartials) {
  const Case c = crossed_three({.has_prior = true}, kUsual);
  const Symbolic symbolic = fast(c.block);
  std::vector<double> scales(4);
  const auto with = by_cross(c, symbolic, {{}, {}, scales}), alone = by_cross(c, symbolic, {});
  ASSERT_TRUE(with && alone);
  EXPECT_EQ(with->rest, alone->rest);
  EXPECT_EQ(with->log_normaliser, alone->log_normaliser);
}

TEST(Crosses, HaveNoAnswerWhereColumnsAreAlike) {
  const Case c = crossed_three({}, {1e6, 0.7, 0.4, 1e-3});
  const Symbolic symbolic = fast(c.block);
  ASSERT_TRUE(symbolic.cross);
  EXPECT_FALSE(by_cross(c, symbolic, {}));
  for (const double scale : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t k = 0; k < 4; ++k) {
      Case other = crossed_three({}, kUsual);
      other.at.scales[k] = scale;
      EXPECT_FALSE(by_cross(other, symbolic, {})) << scale << " of " << k;
    }
  }
}

// Two effects of one kind in a row (players of a match) are no leaves; those of another kind are.
TEST(Crosses, LeavesMeetNowhere) {
  Case c = crossed_three({.others = 8, .more = 3}, kUsual);
  c.add_fixed_row({{.column = 2}, {.column = 3, .multiplier = -1.0}}, 0.1, 3);
  const Symbolic symbolic = fast(c.block);
  ASSERT_TRUE(symbolic.cross);
  EXPECT_EQ(symbolic.cross->leaves, 39U);
  expect_same_as_fronts(c, 1e-11);
}

TEST(Crosses, DrawsHaveTheMomentsOfTheFronts) {
  for (const bool has_prior : {false, true}) {
    const Shape shape{
        .leaves = 31, .others = 12, .more = 6, .has_prior = has_prior, .has_unseen = true};
    const Case c = crossed_three(shape, kUsual);
    const Symbolic symbolic = fast(c.block);
    ASSERT_TRUE(symbolic.cross);
    const Moments want = moments_of(c, analyze(c.block)), got = moments_of(c, symbolic);
    expect_near_each(got.mean, want.mean, c.name, 1e-10);
    expect_near_each(got.covariance, want.covariance, c.name, 1e-10);
  }
}

TEST(Crosses, AreTheSameWithAllInstructionSets) {
  const Case c = crossed_three({.has_prior = true}, kUsual);
  Symbolic symbolic = fast(c.block);
  const Evaluated want = evaluate(c.block, symbolic, c.at);
  for (const InstructionSet set : available_instruction_sets()) {
    symbolic.cross->kernels = &cross::kernels(set);
    const Evaluated got = evaluate(c.block, symbolic, c.at);
    EXPECT_NEAR(got.value, want.value, 1e-11);
    expect_near_each(got.partials.scales, want.partials.scales, c.name, 1e-11);
  }
}

}  // namespace
}  // namespace autumn::gaussian::testing
