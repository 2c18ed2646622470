// These tests say what public expressions mean on data, and what they refuse.
#include <gtest/gtest.h>
#include <autumn/autumn.hpp>

#include <cmath>
#include <functional>

#include "api/data.h"
#include "api/message.h"

namespace autumn {
namespace {

// The numbers of an expression of data.
std::vector<double> numbers(const Expr& x) {
  return std::get<expr::Array>(x.data().value).numbers;
}

double number(const Expr& x) {
  EXPECT_EQ(x.rank(), 0U);
  return numbers(x)[0];
}

const Expr kVector = std::vector<double>{1, 2, 3};
const Expr kMatrix = Matrix{{1, 2, 3}, {4, 5, 6}};

TEST(Expr, ArithmeticIsElementwiseWithBroadcast) {
  EXPECT_EQ(numbers(2 * kVector + 1), (std::vector<double>{3, 5, 7}));
  EXPECT_EQ(numbers(kVector * kVector), (std::vector<double>{1, 4, 9}));
  EXPECT_EQ(numbers(-kVector / 2), (std::vector<double>{-0.5, -1, -1.5}));
  EXPECT_EQ(numbers(kVector - Expr{1.0, 1.0, 1.0}), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(numbers(kVector > 1.5), (std::vector<double>{0, 1, 1}));
}

TEST(Expr, MatrixTimesVectorIsTheMatrixProduct) {
  const Expr product = kMatrix * kVector;
  EXPECT_EQ(product.rank(), 1U);
  EXPECT_EQ(numbers(product), (std::vector<double>{14, 32}));
  EXPECT_EQ(numbers(kMatrix * transpose(kMatrix)), (std::vector<double>{14, 32, 32, 77}));
  EXPECT_EQ(numbers(elementwise_product(kMatrix, kMatrix)),
            (std::vector<double>{1, 16, 4, 25, 9, 36}));
}

TEST(Expr, IndicesCountFromZero) {
  EXPECT_EQ(number(kVector[2]), 3.0);
  EXPECT_EQ(numbers(kVector[std::vector<int>{2, 0, 2}]), (std::vector<double>{3, 1, 3}));
  EXPECT_EQ(numbers(kVector.slice(1, 2)), (std::vector<double>{2, 3}));
  EXPECT_EQ(numbers(kMatrix[1]), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(number(kMatrix(1, 0)), 4.0);
  EXPECT_EQ(numbers(kMatrix.col(1)), (std::vector<double>{2, 5}));
  const Expr rows = kMatrix[std::vector<int>{1, 1}];
  EXPECT_EQ(rows.rows(), 2U);
  EXPECT_EQ(numbers(rows), (std::vector<double>{4, 4, 5, 5, 6, 6}));
}

TEST(Expr, ElementsCountColumnByColumn) {
  EXPECT_EQ(number(elements(kMatrix, {1}, {})), 4.0);
  EXPECT_EQ(numbers(elements(kMatrix, {5, 0, 0}, {3})), (std::vector<double>{6, 1, 1}));
  const Expr turned = elements(kMatrix, {0, 2, 4, 1, 3, 5}, {3, 2});
  EXPECT_EQ(turned.rows(), 3U);
  EXPECT_EQ(numbers(turned), numbers(transpose(kMatrix)));
}

TEST(ExprMistake, NamesElementsThatDoNotExistOrDoNotFit) {
  EXPECT_NE(message_of([] { (void)elements(kMatrix, {6}, {1}); }).find("element 6"),
            std::string::npos);
  EXPECT_NE(message_of([] { (void)elements(kMatrix, {1, 2}, {3}); }).find("2 elements"),
            std::string::npos);
  EXPECT_NE(message_of([] { (void)elements(kMatrix, {1}, {1, 1, 1}); }).find("1 element does"),
            std::string::npos);
}

TEST(Expr, ReductionsReduce) {
  EXPECT_EQ(number(sum(kVector)), 6.0);
  EXPECT_EQ(number(mean(kVector)), 2.0);
  EXPECT_EQ(number(prod(kVector)), 6.0);
  EXPECT_EQ(number(dot(kVector, kVector)), 14.0);
  EXPECT_EQ(number(max_element(kVector)), 3.0);
  EXPECT_DOUBLE_EQ(number(log_sum_exp(log(kVector))), std::log(6.0));
  EXPECT_EQ(numbers(row_sums(kMatrix)), (std::vector<double>{6, 15}));
  EXPECT_EQ(numbers(cumulative_sum(kVector)), (std::vector<double>{1, 3, 6}));
  EXPECT_EQ(numbers(group_sum(kVector, {1, 0, 1}, 3)), (std::vector<double>{2, 4, 0}));
}

TEST(Expr, LinearAlgebraSolves) {
  const Expr a = Matrix{{4, 2}, {2, 3}};
  const Expr b = std::vector<double>{8, 7};
  const std::vector<double> x = numbers(solve_spd(a, b));
  EXPECT_NEAR(x[0], 1.25, 1e-14);
  EXPECT_NEAR(x[1], 1.5, 1e-14);
  EXPECT_NEAR(number(log_det_spd(a)), std::log(8.0), 1e-14);
  EXPECT_NEAR(number(log_abs_det(a)), std::log(8.0), 1e-14);
}

TEST(ExprMistake, NamesShapesThatDoNotGoTogether) {
  Model m;
  const Expr theta = m.parameter("theta", normal(0, 1), plate(8));
  EXPECT_EQ(message_of([&] { (void)(theta + kVector); }),
            "error: shapes do not go together in add: `theta` (vector[8]) and vector[3]\n"
            "  arrays must have the same shape; scalars fit everything");
}

TEST(ExprMistake, NamesAnIndexThatDoesNotExist) {
  Model m;
  const Expr theta = m.parameter("theta", normal(0, 1), plate(8));
  EXPECT_EQ(message_of([&] { (void)theta[8]; }),
            "error: element 8 of `theta` (vector[8]) does not exist\n"
            "  indices count from 0; the last is 7");
  EXPECT_EQ(message_of([&] { (void)theta[std::vector<int>{0, -1}]; }),
            "error: index[1] is -1, but `theta` (vector[8]) has no such element\n"
            "  indices count from 0 and must be below 8");
}

TEST(ExprMistake, RefusesExpressionsOfAnotherModel) {
  Model a;
  Model b;
  const Expr x = a.parameter("x", normal(0, 1));
  const Expr y = b.parameter("y", normal(0, 1));
  EXPECT_EQ(message_of([&] { (void)(x + y); }),
            "error: `y` (scalar) belongs to another model\n"
            "  expressions can be combined only within one model");
}

TEST(ExprMistake, RefusesRaggedMatrices) {
  EXPECT_EQ(message_of([] { (void)Matrix{{1, 2}, {3}}; }),
            "error: row 1 of a matrix has 1 number, but the first has 2");
}

}  // namespace
}  // namespace autumn
