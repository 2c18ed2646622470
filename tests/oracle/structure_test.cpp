// These tests look at DEPENDENT, AFFINE, LINEAR and AFFINE_COEFF, operation by operation.
#include "oracle/structure.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace autumn::oracle {
namespace {

constexpr NodeId kV{0};
constexpr NodeId kW{1};
constexpr std::array kValues = {0.7, 1.9};

// p v + q at kValues, after checking that p and q are free of v.
double recombined(const Expr& e) {
  const auto [p, q] = affine_coeff(e, kV);
  EXPECT_FALSE(dependent(p, kV));
  EXPECT_FALSE(dependent(q, kV));
  return evaluate(p * kV + q, kValues);
}

TEST(Expression, EvaluatesEachOperation) {
  const double v = kValues[0];
  const double w = kValues[1];
  EXPECT_EQ(evaluate(kV + kW, kValues), v + w);
  EXPECT_EQ(evaluate(kV - kW, kValues), v - w);
  EXPECT_EQ(evaluate(kV * kW, kValues), v * w);
  EXPECT_EQ(evaluate(kV / kW, kValues), v / w);
  EXPECT_EQ(evaluate(exp(kV), kValues), std::exp(v));
  EXPECT_EQ(evaluate(log(kV), kValues), std::log(v));
  EXPECT_EQ(evaluate(sqrt(kV), kValues), std::sqrt(v));
  EXPECT_EQ(evaluate(square(kV), kValues), v * v);
}

TEST(Expression, DropsNeutralConstantsAndComputesConstants) {
  EXPECT_TRUE((0.0 + kV).is_node(kV));
  EXPECT_TRUE((kV + 0.0).is_node(kV));
  EXPECT_TRUE((kV - 0.0).is_node(kV));
  EXPECT_TRUE((1.0 * kV).is_node(kV));
  EXPECT_TRUE((kV * 1.0).is_node(kV));
  EXPECT_TRUE((kV / 1.0).is_node(kV));
  EXPECT_TRUE((0.0 * kV).is_constant(0));
  EXPECT_TRUE((kV * 0.0).is_constant(0));
  EXPECT_TRUE((Expr(6.0) / 4.0 - square(0.5)).is_constant(1.25));
  EXPECT_FALSE((0.0 - kV).is_node(kV));
  EXPECT_FALSE((1.0 / kV).is_node(kV));
}

TEST(Dependent, LooksThroughEveryOperation) {
  EXPECT_TRUE(dependent(kV, kV));
  EXPECT_FALSE(dependent(kW, kV));
  EXPECT_FALSE(dependent(2.0, kV));
  EXPECT_TRUE(dependent(exp(kW + sqrt(square(kV) / kW)), kV));
  EXPECT_FALSE(dependent(exp(kW + sqrt(square(kW) / kW)), kV));
}

TEST(Affine, AcceptsSumsProductsAndQuotientsByWhatIsFree) {
  for (const Expr& e : {Expr(kW), Expr(kV), 3.0 - kV, kV * kW + exp(kW), exp(kW) * (kV - kW),
                        (2.0 * kV + kW * (kV - 1.0)) / sqrt(kW), kV - kV}) {
    ASSERT_TRUE(affine(e, kV));
    EXPECT_NEAR(recombined(e), evaluate(e, kValues), 1e-15);
  }
}

TEST(Affine, RefusesEverythingElse) {
  for (const Expr& e : {kV * kV, square(kV), sqrt(kV), exp(kV), log(kV), 1.0 / kV, kW / (kV + 1.0),
                        kV + exp(kV), (kV + 1.0) * (kW * kV), kV / kV}) {
    EXPECT_FALSE(affine(e, kV));
  }
}

TEST(Linear, RefusesOffsets) {
  for (const Expr& e : {Expr(kV), 2.0 * kV, kV * exp(kW), kV / kW + 3.0 * kV, 3.0 * kV - kV}) {
    EXPECT_TRUE(linear(e, kV));
    EXPECT_TRUE(affine_coeff(e, kV).q.is_constant(0));
  }
  for (const Expr& e : {Expr(kW), Expr(2.0), kV + 1.0, kV - kW, kV * kV, 1.0 / kV, exp(kV)}) {
    EXPECT_FALSE(linear(e, kV));
  }
}

TEST(AffineCoeff, GivesTheCoefficientsAsExpressions) {
  const auto [p, q] = affine_coeff((3.0 * kV - kW) / kW, kV);
  EXPECT_DOUBLE_EQ(evaluate(p, kValues), 3.0 / kValues[1]);
  EXPECT_DOUBLE_EQ(evaluate(q, kValues), -1.0);
  const auto [r, s] = affine_coeff(kV, kV);
  EXPECT_TRUE(r.is_constant(1));
  EXPECT_TRUE(s.is_constant(0));
}

// 2^200 v as 200 doublings has 2^200 paths; a walk over paths would not return.
TEST(Structure, LooksAtEachSharedOperationOnce) {
  Expr e = kV;
  for (int i = 0; i < 200; ++i) e = e + e;
  EXPECT_TRUE(linear(e, kV));
  EXPECT_EQ(evaluate(affine_coeff(e, kV).p, kValues), std::ldexp(1.0, 200));
  EXPECT_EQ(evaluate(e, kValues), std::ldexp(kValues[0], 200));
}

}  // namespace
}  // namespace autumn::oracle
