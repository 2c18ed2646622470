// These tests check that the range analysis is sound on random graphs, and sharp where models need
// it.
#include "model/range.h"

#include <cmath>
#include <functional>

#include "base/numbers.h"
#include "model/roll_models.h"

namespace autumn::model {
namespace {

using enum SupportKind;

// The range of an expression over a few declared variables.
class RangeOf : public ::testing::Test {
 protected:
  Support above(double bound) { return {.kind = kLower, .lower = maker.number(bound).id()}; }
  Support below(double bound) { return {.kind = kUpper, .upper = maker.number(bound).id()}; }
  Support between(double a, double b) {
    return {.kind = kInterval, .lower = maker.number(a).id(), .upper = maker.number(b).id()};
  }
  Range range(Term term) {
    maker.output("out", {}, term);
    const Model model = maker.finish();
    return ranges(model)[model.outputs.back().node.value];
  }

  Maker maker;
};

constexpr Range kPositive{0.0, kInfinity, true, false};

TEST_F(RangeOf, RealVariableIsEverything) {
  EXPECT_EQ(range(maker.variable("x")), Range{});
}
TEST_F(RangeOf, BoundsOfAVariableAreOpen) {
  EXPECT_EQ(range(maker.variable("x", {}, between(-2.0, 3.0))), (Range{-2.0, 3.0, true, true}));
}
TEST_F(RangeOf, LowestOfTheBoundsOfTheElements) {
  const Support support{.kind = kLower, .lower = maker.numbers({3.0, -kInfinity, 0.0}).id()};
  EXPECT_EQ(range(maker.variable("x", {3}, support)).low, -kInfinity);
}
TEST_F(RangeOf, BoundThatIsAVariable) {
  const Term tau = maker.variable("tau", {}, above(2.0));
  EXPECT_TRUE(range(maker.variable("x", {}, {.kind = kLower, .lower = tau.id()})).low == 2.0);
}
TEST_F(RangeOf, SqrtOfExp) {
  EXPECT_EQ(range(sqrt(exp(maker.variable("x")))), kPositive);
}
TEST_F(RangeOf, ProductOfAScaleWithItself) {
  const Term tau = maker.variable("tau", {}, above(0.0));
  EXPECT_EQ(range(tau * tau), kPositive);
}
TEST_F(RangeOf, ProductOfARealWithItself) {
  const Term x = maker.variable("x");
  EXPECT_EQ(range(x * x + 0.5), (Range{0.5, kInfinity}));
}
TEST_F(RangeOf, OneOverRootOfPrecision) {
  EXPECT_EQ(range(1.0 / sqrt(maker.variable("tau", {}, above(0.0)))), kPositive);
}
TEST_F(RangeOf, ExpOfALinearPredictor) {
  const Term a = maker.variable("a");
  EXPECT_EQ(range(exp(a + maker.variable("b") * maker.numbers({-1.0, 0.0, 2.0}))), kPositive);
}
TEST_F(RangeOf, SquarePlusOne) {
  EXPECT_EQ(range(square(maker.variable("x")) + 1.0), (Range{1.0, kInfinity}));
}
TEST_F(RangeOf, EvenPower) {
  EXPECT_EQ(range(pow(maker.variable("x"), 2.0)), (Range{0.0, kInfinity}));
}
TEST_F(RangeOf, OddPowerIsAnything) {
  EXPECT_EQ(range(pow(maker.variable("x"), 3.0)), Range{});
}
TEST_F(RangeOf, InvLogitIsAProbability) {
  EXPECT_EQ(range(inv_logit(maker.variable("x"))), (Range{0.0, 1.0, true, true}));
}
TEST_F(RangeOf, ComplementOfAProbability) {
  EXPECT_EQ(range(1.0 - maker.variable("p", {}, between(0.0, 1.0))), (Range{0.0, 1.0, true, true}));
}
TEST_F(RangeOf, ProductOfProbabilities) {
  const Term p = maker.variable("p", {}, between(0.0, 1.0));
  EXPECT_EQ(range(p * inv_logit(maker.variable("x"))), (Range{0.0, 1.0, true, true}));
}
TEST_F(RangeOf, LowerBoundPlusPositive) {
  const Term x = maker.variable("x", {}, above(-1.0));
  EXPECT_EQ(range(x + 1.0), kPositive);
}
TEST_F(RangeOf, DifferenceOfSeparatedIntervals) {
  const Term x = maker.variable("x", {}, above(2.0));
  EXPECT_EQ(range(x - maker.variable("y", {}, below(1.0))), (Range{1.0, kInfinity, true, false}));
}
TEST_F(RangeOf, GatherOfPositives) {
  const Term x = maker.variable("x", {3}, above(0.0));
  EXPECT_EQ(range(gather(x, expr::Index::list({2, 0, 0}))), kPositive);
}
TEST_F(RangeOf, SoftmaxIsPositiveAndAtMostOne) {
  EXPECT_EQ(range(softmax(maker.variable("x", {3}))), (Range{0.0, 1.0, true, false}));
}
TEST_F(RangeOf, SoftmaxOfRowsIsPositiveAndAtMostOne) {
  EXPECT_EQ(range(softmax(maker.variable("x", {3, 2}))), (Range{0.0, 1.0, true, false}));
}
TEST_F(RangeOf, SumOfPositives) {
  EXPECT_EQ(range(sum(maker.variable("x", {3}, above(0.0)))), kPositive);
}
TEST_F(RangeOf, SumOfNothingIsZero) {
  EXPECT_EQ(range(sum(maker.variable("x", {0}, above(0.0)))), (Range{0.0, 0.0}));
}
TEST_F(RangeOf, MeanOfProbabilitiesIsAProbability) {
  const Term p = maker.variable("p", {4}, between(0.0, 1.0));
  EXPECT_EQ(range(sum(p) / 4.0), (Range{0.0, 1.0, true, true}));
}
TEST_F(RangeOf, PartialSumsOfNegativesAreNoMoreThanTheFirst) {
  EXPECT_EQ(range(cumulative_sum(maker.variable("x", {3}, below(-1.0)))).high, -1.0);
}
TEST_F(RangeOf, SumOfBoundedNumbersHasTheSumOfTheBounds) {
  EXPECT_EQ(range(sum(maker.variable("x", {3}, below(-1.0)))).high, -3.0);
}
TEST_F(RangeOf, SumsOfRowsCountTheColumns) {
  EXPECT_EQ(range(row_sums(maker.variable("x", {2, 3}, between(0.0, 1.0)))).high, 3.0);
}
TEST_F(RangeOf, SumsOfColumnsCountTheRows) {
  EXPECT_EQ(range(col_sums(maker.variable("x", {2, 3}, between(0.0, 1.0)))).high, 2.0);
}
TEST_F(RangeOf, SquareOfAProbabilityIsAProbability) {
  EXPECT_EQ(range(square(maker.variable("p", {}, between(0.0, 1.0)))),
            (Range{0.0, 1.0, true, true}));
}
TEST_F(RangeOf, ProbabilityTimesItselfIsAProbability) {
  const Term p = maker.variable("p", {}, between(0.0, 1.0));
  EXPECT_EQ(range(p * p), (Range{0.0, 1.0, true, true}));
}
TEST_F(RangeOf, SquareOfAnIntervalThatHoldsZero) {
  EXPECT_EQ(range(square(maker.variable("x", {}, between(-3.0, 2.0)))),
            (Range{0.0, 9.0, false, true}));
}
TEST_F(RangeOf, MagnitudeOfAnIntervalThatHoldsZero) {
  EXPECT_EQ(range(abs(maker.variable("x", {}, between(-3.0, 2.0)))),
            (Range{0.0, 3.0, false, true}));
}
TEST_F(RangeOf, PowerOfAProbabilityIsAProbability) {
  const Term p = maker.variable("p", {}, between(0.0, 1.0));
  EXPECT_EQ(range(pow(p, maker.variable("k", {}, above(0.0)))), (Range{0.0, 1.0, true, false}));
}
TEST_F(RangeOf, PowerOfAProbabilityWithANegativeExponentIsNone) {
  const Term p = maker.variable("p", {}, between(0.0, 1.0));
  EXPECT_EQ(range(pow(p, maker.variable("k"))), kPositive);
}
// Of -0 it is -infinity.
TEST_F(RangeOf, NegativePowerOfWhatMayBeZeroIsAnything) {
  EXPECT_EQ(range(pow(square(maker.variable("x")), -1.0)), Range{});
}
TEST_F(RangeOf, RootOfASquareIsNotNegative) {
  EXPECT_EQ(range(pow(square(maker.variable("x")), 0.5)), (Range{0.0, kInfinity}));
}
TEST_F(RangeOf, LogarithmOfAComplementIsNegative) {
  EXPECT_EQ(range(log1m(maker.variable("p", {}, between(0.0, 1.0)))).high, 0.0);
}
TEST_F(RangeOf, LogarithmOfALogisticIsNegative) {
  EXPECT_EQ(range(log_inv_logit(maker.variable("x"))).high, 0.0);
}
TEST_F(RangeOf, ProductOfPositiveMatrixAndVector) {
  const Term x = maker.variable("x", {2}, above(0.0));
  EXPECT_EQ(range(matmul(maker.matrix({{1.0, 2.0}, {0.5, 3.0}}), x)), kPositive);
}
TEST_F(RangeOf, MaximumKeepsTheFloorOfAConstant) {
  EXPECT_EQ(range(max(maker.variable("x"), 0.01)).low, 0.01);
}
TEST_F(RangeOf, MaximumOfAScaleIsPositive) {
  const Term tau = maker.variable("tau", {}, above(0.0));
  EXPECT_TRUE(range(max(tau, maker.variable("x"))).is_positive());
}
// fmax(NaN, -3) is -3, though the other operand is at least 1 where it is a number.
TEST_F(RangeOf, MaximumDoesNotTrustWhatMayBeNan) {
  EXPECT_EQ(range(max(sqrt(maker.variable("x")) + 1.0, maker.variable("y"))).low, -kInfinity);
}
TEST_F(RangeOf, SelectHoldsBothBranches) {
  const Term x = maker.variable("x");
  EXPECT_EQ(range(select(x > 0.0, exp(x), 0.0)), (Range{0.0, kInfinity}));
}
TEST_F(RangeOf, ScaledInterval) {
  EXPECT_EQ(range(-3.0 * maker.variable("x", {}, between(-1.0, 2.0))), (Range{-6.0, 3.0}));
}
TEST_F(RangeOf, QuotientByAClosedConstantReachesOne) {
  // 49 * (1 / 49) is below 1 in floating point; the quotient is not.
  EXPECT_EQ(range(max(min(maker.variable("x"), 49.0), 0.0) / 49.0), (Range{0.0, 1.0}));
}
TEST_F(RangeOf, SimplexOfOneIsOne) {
  EXPECT_EQ(range(maker.variable("x", {1}, {.kind = kSimplex})), (Range{1.0, 1.0}));
}
TEST_F(RangeOf, NegatedPositiveHasNoPositiveInverse) {
  const Term tau = maker.variable("tau", {}, above(0.0));
  EXPECT_FALSE(range(1.0 / -tau).is_positive());
}
TEST_F(RangeOf, NegatedNegativeHasAPositiveInverse) {
  EXPECT_EQ(range(1.0 / -maker.variable("x", {}, below(0.0))), kPositive);
}

// ---- soundness ----

// Random expressions over variables of many supports; all vectors of three, or scalars.
class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed) : random_({.seed = seed}) {
    const auto number = [&](double x) { return maker_.number(x).id(); };
    declare({.kind = kReal}, -3.0, 3.0);
    declare({.kind = kLower, .lower = number(0.0)}, 0.0, 3.0);
    declare({.kind = kLower, .lower = number(-1.0)}, -1.0, 2.0);
    declare({.kind = kUpper, .upper = number(0.0)}, -3.0, 0.0);
    declare({.kind = kInterval, .lower = number(0.0), .upper = number(1.0)}, 0.0, 1.0);
    declare({.kind = kInterval, .lower = number(-2.0), .upper = number(-1.0)}, -2.0, -1.0);
    declare({.kind = kPositiveOrdered}, 0.0, 3.0);
    declare({.kind = kUnitVector}, -1.0, 1.0);
    declare({.kind = kSimplex}, 0.0, 1.0);
    for (const double x : {0.0, 1.0, -1.0, 0.5, 2.0, -3.0}) pool_.push_back(maker_.number(x));
    pool_.push_back(maker_.numbers({0.0, 0.5, 2.0}));
    pool_.push_back(maker_.numbers({-1.0, 0.0, 1.0}));
    for (int i = 0; i < 25; ++i) pool_.push_back(grow());
  }

  // Values strictly inside of the supports, sometimes very near to a bound.
  std::vector<expr::Array> point() {
    std::vector<expr::Array> inputs;
    for (const auto& [low, high] : limits_) {
      expr::Array x{expr::Shape::vector(3), {}};
      for (int i = 0; i < 3; ++i) {
        const double u = random_.uniform();
        const double t = random_.below(4) == 0 ? 1e-6 * u : u;
        x.numbers.push_back(random_.below(2) == 0 ? low + t * (high - low)
                                                  : high - t * (high - low));
      }
      inputs.push_back(std::move(x));
    }
    return inputs;
  }

  Model finish() { return maker_.finish(); }

 private:
  void declare(Support support, double low, double high) {
    const std::string name = "v" + std::to_string(limits_.size());
    pool_.push_back(maker_.variable(name, {3}, support));
    limits_.emplace_back(low, high);
  }

  Term pick() { return pool_[random_.below(pool_.size())]; }
  Term pick_vector() {
    for (;;) {
      const Term x = pick();
      if (x.shape().is_vector()) return x;
    }
  }

  Term grow() {
    using Unary = Term (*)(Term);
    static constexpr Unary kUnary[] = {expr::exp,
                                       expr::expm1,
                                       expr::log,
                                       expr::log1p,
                                       expr::sqrt,
                                       expr::square,
                                       expr::abs,
                                       expr::inverse,
                                       expr::inv_logit,
                                       expr::tanh,
                                       expr::erf,
                                       expr::sin,
                                       expr::cos,
                                       expr::floor,
                                       expr::normal_cdf,
                                       expr::log1p_exp,
                                       expr::is_nan,
                                       expr::log1m,
                                       expr::lgamma,
                                       expr::sign,
                                       expr::max_element,
                                       expr::min_element,
                                       expr::sum,
                                       expr::cumulative_sum,
                                       expr::softmax,
                                       expr::log_softmax,
                                       expr::log_sum_exp,
                                       expr::log_inv_logit,
                                       expr::log_normal_cdf,
                                       expr::erfc,
                                       expr::cosh,
                                       expr::log1m_exp};
    const Term x = pick();
    const Term y = pick();
    switch (random_.below(14)) {
      case 0: return x + y;
      case 1: return x - y;
      case 2: return x * y;
      case 3: return x / y;
      case 4: return max(x, y);
      case 5: return min(x, y);
      case 6: return pow(x, y);
      case 7: return select(x < y, pick_vector(), pick());
      case 8: return -x;
      case 9: return dot(pick_vector(), pick_vector());
      case 10: return gather(pick_vector(), expr::Index::list({2, 0, 2}));
      case 11: return x <= y;
      default: return kUnary[random_.below(std::size(kUnary))](pick_vector());
    }
  }

  Random random_;
  Maker maker_;
  std::vector<Term> pool_;
  std::vector<std::pair<double, double>> limits_;
};

// Monotone functions of the library are so to an ulp or two only.
bool is_inside(const Range& range, double x) {
  if (std::isnan(x)) return true;
  const double slack = std::isinf(x) ? 0.0 : 1e-13 * std::fabs(x);
  return x + slack >= range.low && x - slack <= range.high;
}

// Far from underflow and absorption floating point is as good as exact arithmetic, and an open end
// at zero is not reached. Saturation (exp(-800) = 0) is not a violation: "exact arithmetic is
// meant".
bool is_tame(const expr::Array& array) {
  for (const double x : array.numbers) {
    const double size = std::fabs(x);
    if (!(size < 30.0) || (size > 0.0 && size < 1e-9)) return false;
  }
  return true;
}

void expect_sound(const Model& model, const std::vector<expr::Array>& point, std::uint64_t seed) {
  const std::vector<Range> claimed = ranges(model);
  std::vector<NodeId> nodes;
  for (std::uint32_t i = 0; i < model.graph.size(); ++i) nodes.push_back(NodeId{i});
  const std::vector<expr::Array> values = interpret(model.graph, nodes, point);
  std::vector<bool> are_tame(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    are_tame[i] = is_tame(values[i]);
    for (const NodeId operand : model.graph.operands(nodes[i])) {
      are_tame[i] = are_tame[i] && are_tame[operand.value];
    }
    const Range& range = claimed[i];
    for (const double x : values[i].numbers) {
      const std::string what = "seed " + std::to_string(seed) + ", " +
                               expr::to_text(model.graph, std::vector<NodeId>{nodes[i]});
      ASSERT_TRUE(is_inside(range, x))
          << x << " is not in [" << range.low << ", " << range.high << "]\n"
          << what;
      if (!are_tame[i] || x != 0.0) continue;
      ASSERT_FALSE(range.low == 0.0 && range.is_low_open) << what;
      ASSERT_FALSE(range.high == 0.0 && range.is_high_open) << what;
    }
  }
}

TEST(Ranges, HoldTheValuesOfRandomExpressions) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    RandomModel random_model(seed);
    std::vector<std::vector<expr::Array>> points;
    for (int k = 0; k < 4; ++k) points.push_back(random_model.point());
    const Model model = random_model.finish();
    for (const auto& point : points) {
      expect_sound(model, point, seed);
      if (HasFatalFailure()) return;
    }
  }
}

// Otherwise the test above would prove nothing.
TEST(Ranges, SaySomethingAboutManyRandomExpressions) {
  std::size_t said = 0;
  std::size_t all = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Model model = RandomModel(seed).finish();
    const std::vector<Range> claimed = ranges(model);
    for (std::uint32_t i = 0; i < model.graph.size(); ++i) {
      const bool is_computed = !model.graph.operands(NodeId{i}).empty();
      all += is_computed ? 1 : 0;
      said += is_computed && (claimed[i].low > -kInfinity || claimed[i].high < kInfinity) ? 1 : 0;
    }
  }
  EXPECT_GT(said, all / 3);
}

}  // namespace
}  // namespace autumn::model
