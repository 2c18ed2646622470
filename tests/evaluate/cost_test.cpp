// These tests hold estimated costs against what must be true of them on every machine.
#include "evaluate/cost.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "evaluate/support.h"

namespace autumn::evaluate {
namespace {

// The sum of f(x) over n elements.
double cost_of_sum(std::uint32_t n, expr::Op op) {
  expr::Builder builder;
  const expr::NodeId x = builder.input("x", expr::Shape::vector(n));
  const expr::NodeId sum = builder.apply(expr::Op::kSum, {builder.apply(op, {x})});
  return nanoseconds(prepare(std::move(builder).finish({sum})));
}

double cost_of_product(std::uint32_t n) {
  expr::Builder builder;
  const expr::NodeId a = builder.input("a", expr::Shape::matrix(n, n));
  const expr::NodeId product = builder.apply(expr::Op::kMatmul, {a, a});
  const expr::NodeId sum = builder.apply(expr::Op::kSum, {product});
  return nanoseconds(prepare(std::move(builder).finish({sum})));
}

TEST(Cost, GrowsWithElements) {
  for (const expr::Op op : {expr::Op::kExp, expr::Op::kLgamma, expr::Op::kAbs}) {
    EXPECT_LT(cost_of_sum(100, op), cost_of_sum(1000, op));
    EXPECT_LT(cost_of_sum(1000, op), 20.0 * cost_of_sum(100, op));
  }
}

TEST(Cost, OfALogarithmOfGammaIsMoreThanThatOfASize) {
  EXPECT_GT(cost_of_sum(1000, expr::Op::kLgamma), 2.0 * cost_of_sum(1000, expr::Op::kAbs));
}

TEST(Cost, OfProductsOfMatricesIsCubic) {
  const double ratio = cost_of_product(256) / cost_of_product(64);
  EXPECT_GT(ratio, 30.0);
  EXPECT_LT(ratio, 70.0);
}

TEST(Cost, IsTheSameTwice) {
  EXPECT_EQ(cost_of_product(20), cost_of_product(20));
}

}  // namespace
}  // namespace autumn::evaluate
