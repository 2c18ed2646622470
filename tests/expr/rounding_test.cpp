// These tests check that nudged arithmetic shows what rounding does, and that overflow is told
// from what is infinite by itself.
#include "expr/rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "expr/builder.h"
#include "expr/term.h"

namespace autumn::expr {
namespace {

struct OneInput {
  Builder builder;
  Term x{builder, builder.input("x", Shape::scalar())};

  [[nodiscard]] double spread(Term y, double at) {
    const NodeId nodes[] = {y.id()};
    const std::vector<Array> inputs{{Shape::scalar(), {at}}};
    Random random({.seed = 1, .purpose = Purpose::kTest});
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < 20; ++k) {
      const double value = interpret_nudged(builder.graph(), nodes, inputs, random)[0].numbers[0];
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return high - low;
  }

  [[nodiscard]] bool overflows(Term y, double at) {
    const NodeId nodes[] = {y.id()};
    const std::vector<Array> inputs{{Shape::scalar(), {at}}};
    return has_overflow(builder.graph(), nodes, inputs);
  }
};

TEST(NudgedArithmetic, SpreadsWhereDigitsCancel) {
  OneInput g;
  const double cancelling = g.spread((g.x + 1e8) - 1e8, 0.1);
  EXPECT_GT(cancelling, 1e-9);
  EXPECT_LT(cancelling, 1e-6);
  EXPECT_LT(g.spread(g.x * 3.0, 0.1), 1e-15);
}

// Products of the size of 1e7 add up to 0.01.
TEST(NudgedArithmetic, SpreadsWhereProductsCancel) {
  OneInput g;
  const Term two = concat({g.x, g.x});
  const double numbers[] = {1e8 + 0.1, -1e8};
  const Term weights(g.x.builder(), g.x.builder().constant(Shape::vector(2), numbers));
  const double cancelling = g.spread(dot(two, weights), 0.1);
  EXPECT_GT(cancelling, 1e-10);
  EXPECT_LT(cancelling, 1e-7);
  EXPECT_LT(g.spread(dot(two, two), 0.1), 1e-15);
}

TEST(NudgedArithmetic, LeavesWholeNumbersAlone) {
  OneInput g;
  EXPECT_EQ(g.spread(g.x + 1.0, 2.0), 0.0);
  EXPECT_EQ(g.spread(floor(g.x) == g.x, 2.0), 0.0);
}

TEST(NudgedArithmetic, KnowsThatSubnormalNumbersHaveFewDigits) {
  OneInput g;
  EXPECT_GT(g.spread(log(g.x * 0.7), 1e-320), 1e-5);
  EXPECT_LT(g.spread(log(g.x * 0.7), 1e-300), 1e-12);
}

// 0.1 + 0.2 - 0.3 may be zero or not.
TEST(NudgedArithmetic, DoubtsTheTruthOfWhatIsRounding) {
  OneInput g;
  EXPECT_EQ(g.spread((g.x + 0.2) - 0.3 == 0.0, 0.1), 1.0);
  EXPECT_EQ(g.spread((g.x + 0.2) - 0.3 == 0.0, 0.2), 0.0);
}

TEST(Overflow, IsLeavingTheRangeOfDoubles) {
  OneInput g;
  EXPECT_TRUE(g.overflows(exp(g.x), 800.0));
  EXPECT_TRUE(g.overflows(exp(g.x), -800.0));
  EXPECT_TRUE(g.overflows(square(g.x), 1e200));
  EXPECT_TRUE(g.overflows(pow(g.x, 400.0), 0.1));
  EXPECT_FALSE(g.overflows(pow(g.x, 2.0), 0.0));
  EXPECT_FALSE(g.overflows(exp(g.x), 10.0));
  EXPECT_FALSE(g.overflows(log(g.x), 0.0));
  EXPECT_FALSE(g.overflows(log(g.x), -1.0));
}

}  // namespace
}  // namespace autumn::expr
