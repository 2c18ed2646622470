// These tests look at index arrays and shapes.
#include <gtest/gtest.h>

#include "expr/index.h"
#include "expr/infer.h"
#include "expr/shape.h"

namespace autumn::expr {
namespace {

TEST(Index, IsARangeWheneverItsElementsAre) {
  EXPECT_EQ(Index::list({2, 3, 4}), Index::range(2, 3));
  EXPECT_EQ(Index::list({7, 4, 1}), Index::range(7, 3, -3));
  EXPECT_EQ(Index::list({5, 5, 5}), Index::range(5, 3, 0));
  EXPECT_EQ(Index::list({9}), Index::range(9, 1, 4));
  EXPECT_EQ(Index::list({}), Index::range(3, 0));
  EXPECT_EQ(Index::list({}), Index());
  EXPECT_FALSE(Index::list({0, 1, 3}).is_range());
}

TEST(Index, KnowsItsElementsAndBound) {
  const Index range = Index::range(6, 3, -2);
  EXPECT_EQ(range[0], 6U);
  EXPECT_EQ(range[2], 2U);
  EXPECT_EQ(range.bound(), 7U);
  const Index list = Index::list({4, 0, 9, 9});
  EXPECT_EQ(list[2], 9U);
  EXPECT_EQ(list.bound(), 10U);
  EXPECT_EQ(Index().bound(), 0U);
}

TEST(Index, KnowsIdentityAndOrder) {
  EXPECT_TRUE(Index::list({0, 1, 2}).is_identity(3));
  EXPECT_FALSE(Index::list({0, 1, 2}).is_identity(4));
  EXPECT_FALSE(Index::list({1, 2, 3}).is_identity(3));
  EXPECT_TRUE(Index::list({0, 0, 2}).is_nondecreasing());
  EXPECT_FALSE(Index::range(3, 2, -1).is_nondecreasing());
}

TEST(Index, ComposesToTheElementsOfTheElements) {
  const std::vector<Index> indices = {Index::range(1, 4, 2), Index::list({3, 0, 2, 2}),
                                      Index::range(3, 4, -1), Index::range(2, 4, 0)};
  for (const Index& inner : indices) {
    const Index outer = Index::range(5, 10, 3);
    for (const Index& o : {outer, Index::list({9, 1, 4, 4, 0, 7, 8, 2})}) {
      const Index composed = compose(o, inner);
      ASSERT_EQ(composed.size(), inner.size());
      std::vector<std::uint32_t> expected;
      for (std::size_t i = 0; i < inner.size(); ++i) expected.push_back(o[inner[i]]);
      EXPECT_EQ(composed, Index::list(expected));
    }
  }
  EXPECT_EQ(compose(Index::range(5, 10), Index()), Index());
}

TEST(Index, Prints) {
  EXPECT_EQ(to_text(Index::range(0, 8)), "0:8");
  EXPECT_EQ(to_text(Index::range(3, 3, 3)), "3:12:3");
  EXPECT_EQ(to_text(Index::list({0, 4, 2})), "[0 4 2]");
  const Index many = Index::list({1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
  EXPECT_EQ(to_text(many).substr(0, 38),
            "[1 0 1 0 1 0 ... 13 elements, " + to_text(many).substr(30, 8));
  EXPECT_NE(to_text(many), to_text(Index::list({1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0})));
}

TEST(IndexDeathTest, DoesNotGoBelowZero) {
  EXPECT_DEATH(static_cast<void>(Index::range(2, 3, -2)), "does not go below 0");
}

TEST(Shape, BroadcastsScalarsOnly) {
  EXPECT_EQ(broadcast(Shape::scalar(), Shape::vector(3)), Shape::vector(3));
  EXPECT_EQ(broadcast(Shape::matrix(2, 3), Shape::scalar()), Shape::matrix(2, 3));
  EXPECT_EQ(broadcast(Shape::vector(1), Shape::vector(3)), std::nullopt);
  EXPECT_EQ(broadcast(Shape::vector(3), Shape::matrix(3, 1)), std::nullopt);
  EXPECT_EQ(to_text(Shape::matrix(2, 3)), "matrix[2,3]");
}

TEST(InferShape, SaysWhichShapesDoNotFit) {
  const Shape bad[] = {Shape::vector(2), Shape::vector(3)};
  const auto result = infer_shape(Op::kAdd, bad, 0);
  ASSERT_FALSE(result.is_ok());
  EXPECT_EQ(result.error().message, "add cannot be applied to vector[2] and vector[3]");
  const Shape vector[] = {Shape::vector(2)};
  for (const Op op : {Op::kTranspose, Op::kRowSums, Op::kCholesky, Op::kLogAbsDet}) {
    EXPECT_FALSE(infer_shape(op, vector, 0).is_ok()) << name_of(op);
  }
  const Shape scalar[] = {Shape::scalar()};
  EXPECT_FALSE(infer_shape(Op::kCumulativeSum, scalar, 0).is_ok());
}

TEST(InferShape, OfProductsFollowsRanksAndFlags) {
  const auto product = [](Shape a, Shape b, std::uint32_t flags) {
    const Shape both[] = {a, b};
    const auto shape = infer_shape(Op::kMatmul, both, flags);
    return shape.is_ok() ? to_text(shape.value()) : std::string("none");
  };
  EXPECT_EQ(product(Shape::matrix(2, 3), Shape::matrix(3, 4), 0), "matrix[2,4]");
  EXPECT_EQ(product(Shape::matrix(2, 3), Shape::matrix(2, 4), flag::kTransposeLeft), "matrix[3,4]");
  EXPECT_EQ(product(Shape::matrix(2, 3), Shape::vector(3), 0), "vector[2]");
  EXPECT_EQ(product(Shape::vector(3), Shape::matrix(3, 2), flag::kTransposeLeft), "vector[2]");
  EXPECT_EQ(product(Shape::vector(3), Shape::vector(2), flag::kTransposeRight), "matrix[3,2]");
  EXPECT_EQ(product(Shape::vector(3), Shape::vector(3), flag::kTransposeLeft), "vector[1]");
  EXPECT_EQ(product(Shape::matrix(2, 3), Shape::matrix(2, 4), 0), "none");
  EXPECT_EQ(product(Shape::scalar(), Shape::matrix(2, 4), 0), "none");
}

}  // namespace
}  // namespace autumn::expr
