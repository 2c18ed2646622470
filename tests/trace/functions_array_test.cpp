// These tests look at reductions, sizes, order, and moves of elements, at known values.
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "functions_harness.h"

namespace autumn::trace {
namespace {

using stan::Base;

// Rows (1, 3, 5) and (2, 4, 6).
const Value kTwoByThree = mat(2, 3, {1, 2, 3, 4, 5, 6});

TEST(Reductions, AreThoseOfTheirElements) {
  const Value x = vec({3, -1, 4});
  EXPECT_EQ(number("sum", {x}), 6.0);
  EXPECT_EQ(number("sum", {ints({1, 2, 3})}), 6.0);
  EXPECT_EQ(call("sum", {ints({1, 2, 3})}).type(), (stan::Type{Base::kInt, 0}));
  EXPECT_EQ(number("sum", {kTwoByThree}), 21.0);
  EXPECT_EQ(number("prod", {x}), -12.0);
  EXPECT_EQ(number("min", {x}), -1.0);
  EXPECT_EQ(number("max", {x}), 4.0);
  EXPECT_EQ(number("min", {whole(3), whole(2)}), 2.0);
  EXPECT_EQ(number("max", {whole(3), whole(2)}), 3.0);
  EXPECT_EQ(number("mean", {x}), 2.0);
  EXPECT_EQ(number("variance", {x}), 7.0);
  EXPECT_DOUBLE_EQ(number("sd", {kTwoByThree}), std::sqrt(3.5));
  EXPECT_EQ(number("sd", {vec({5})}), 0.0);
  EXPECT_EQ(number("norm1", {x}), 8.0);
  EXPECT_DOUBLE_EQ(number("norm2", {x}), std::sqrt(26.0));
  EXPECT_DOUBLE_EQ(number("log_sum_exp", {vec({0, 0})}), std::log(2.0));
  EXPECT_EQ(number("dot_product", {x, row({1, 2, 3})}), 13.0);
  EXPECT_EQ(number("dot_self", {x}), 26.0);
  EXPECT_EQ(number("squared_distance", {x, row({1, -1, 2})}), 8.0);
  EXPECT_EQ(number("squared_distance", {real(1), real(4)}), 9.0);
  EXPECT_EQ(number("distance", {vec({0, 3}), vec({4, 0})}), 5.0);
  EXPECT_EQ(numbers("cumulative_sum", {x}), (Numbers{3, 2, 6}));
  EXPECT_EQ(numbers("cumulative_sum", {ints({1, 2, 3})}), (Numbers{1, 3, 6}));
}

TEST(Reductions, OfNothing) {
  EXPECT_EQ(number("sum", {vec({})}), 0.0);
  EXPECT_EQ(number("prod", {vec({})}), 1.0);
  EXPECT_EQ(number("min", {vec({})}), kInfinity);
  EXPECT_EQ(number("max", {vec({})}), -kInfinity);
  EXPECT_EQ(number("log_sum_exp", {vec({})}), -kInfinity);
  EXPECT_EQ(failure("max", {ints({})}), "max: the argument has no elements");
  EXPECT_EQ(failure("mean", {vec({})}), "mean: the argument has no elements");
  EXPECT_EQ(failure("dot_product", {vec({1}), vec({1, 2})}),
            "dot_product: sizes do not match: 1 and 2");
}

TEST(Order, SortsAndRanks) {
  const Value x = reals({2, 3, 1, 3});
  EXPECT_EQ(numbers("sort_asc", {x}), (Numbers{1, 2, 3, 3}));
  EXPECT_EQ(numbers("sort_desc", {x}), (Numbers{3, 3, 2, 1}));
  EXPECT_EQ(numbers("sort_indices_asc", {x}), (Numbers{3, 1, 2, 4}));
  EXPECT_EQ(numbers("sort_indices_desc", {x}), (Numbers{2, 4, 1, 3}));
  EXPECT_EQ(number("rank", {x, whole(2)}), 2.0);
  EXPECT_EQ(number("rank", {x, whole(3)}), 0.0);
  EXPECT_EQ(failure("rank", {x, whole(5)}), "rank: the index is 5, but must be between 1 and 4");
  // R: quantile(c(2, 3, 1, 3), c(0, 0.3, 1)) is 1, 1.9, 3.
  EXPECT_EQ(number("quantile", {x, real(0.5)}), 2.5);
  const Numbers quantiles = numbers("quantile", {x, reals({0, 0.3, 1})});
  EXPECT_EQ(quantiles[0], 1.0);
  EXPECT_NEAR(quantiles[1], 1.9, 1e-15);
  EXPECT_EQ(quantiles[2], 3.0);
}

TEST(Sizes, AreThoseOfTheDeclaration) {
  const Value cube = array(Base::kMatrix, 1, {2, 1, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(numbers("dims", {cube}), (Numbers{2, 1, 3}));
  EXPECT_EQ(numbers("dims", {real(1)}), Numbers{});
  EXPECT_EQ(number("size", {cube}), 2.0);
  EXPECT_EQ(number("size", {kTwoByThree}), 6.0);
  EXPECT_EQ(number("size", {real(2)}), 1.0);
  EXPECT_EQ(number("num_elements", {cube}), 6.0);
  EXPECT_EQ(number("rows", {kTwoByThree}), 2.0);
  EXPECT_EQ(number("cols", {kTwoByThree}), 3.0);
  EXPECT_EQ(number("rows", {row({1, 2})}), 1.0);
  EXPECT_EQ(number("cols", {row({1, 2})}), 2.0);
  EXPECT_EQ(number("cols", {vec({1, 2})}), 1.0);
}

TEST(Repetition, FillsContainers) {
  EXPECT_EQ(numbers("rep_vector", {real(2), whole(3)}), (Numbers{2, 2, 2}));
  EXPECT_EQ(numbers("rep_row_vector", {real(2), whole(0)}), Numbers{});
  EXPECT_EQ(numbers("rep_matrix", {vec({1, 2}), whole(3)}), (Numbers{1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(numbers("rep_matrix", {row({1, 2}), whole(3)}), (Numbers{1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(call("rep_matrix", {row({1, 2}), whole(3)}).dims(), (Dims{3, 2}));
  EXPECT_EQ(call("rep_matrix", {real(1), whole(3), whole(2)}).dims(), (Dims{3, 2}));
  const Value arrays = call("rep_array", {vec({1, 2}), whole(2), whole(1)});
  EXPECT_EQ(arrays.dims(), (Dims{2, 1, 2}));
  EXPECT_EQ(arrays.type(), (stan::Type{Base::kVector, 2}));
  EXPECT_EQ(Numbers(arrays.numbers().begin(), arrays.numbers().end()), (Numbers{1, 1, 2, 2}));
  EXPECT_EQ(failure("rep_vector", {real(2), whole(-1)}),
            "rep_vector: the size is -1, but must not be negative");
}

TEST(Pieces, AreAlongTheFirstDimension) {
  const Value x = vec({1, 2, 3, 4});
  EXPECT_EQ(numbers("head", {x, whole(2)}), (Numbers{1, 2}));
  EXPECT_EQ(numbers("tail", {x, whole(3)}), (Numbers{2, 3, 4}));
  EXPECT_EQ(numbers("segment", {x, whole(2), whole(2)}), (Numbers{2, 3}));
  EXPECT_EQ(numbers("segment", {x, whole(9), whole(0)}), Numbers{});
  EXPECT_EQ(numbers("reverse", {x}), (Numbers{4, 3, 2, 1}));
  // Three vectors of two: (1, 4), (2, 5), (3, 6).
  const Value vectors = array(Base::kVector, 1, {3, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(numbers("tail", {vectors, whole(2)}), (Numbers{2, 3, 5, 6}));
  EXPECT_EQ(numbers("reverse", {vectors}), (Numbers{3, 2, 1, 6, 5, 4}));
  const Value two = array(Base::kVector, 1, {1, 2}, {7, 8});
  EXPECT_EQ(numbers("append_array", {vectors, two}), (Numbers{1, 2, 3, 7, 4, 5, 6, 8}));
  EXPECT_EQ(numbers("append_array", {ints({1}), ints({2, 3})}), (Numbers{1, 2, 3}));
  EXPECT_EQ(failure("head", {x, whole(5)}), "head: 5 elements of 4 are asked for");
  EXPECT_EQ(failure("segment", {x, whole(3), whole(3)}),
            "segment: elements 3 to 5 of 4 are asked for");
  EXPECT_EQ(failure("append_array", {vectors, array(Base::kVector, 1, {1, 3}, {7, 8, 9})}),
            "append_array: sizes of elements do not match: array[3] vector[2] and "
            "array[1] vector[3]");
}

TEST(Conversions, KeepTheOrderStanHas) {
  EXPECT_EQ(numbers("to_vector", {kTwoByThree}), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(call("to_row_vector", {ints({1, 2})}).type(), (stan::Type{Base::kRowVector, 0}));
  EXPECT_EQ(numbers("to_array_1d", {kTwoByThree}), (Numbers{1, 2, 3, 4, 5, 6}));
  const Value rows = array(Base::kReal, 2, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(numbers("to_array_1d", {rows}), (Numbers{1, 3, 5, 2, 4, 6}));
  const Value cube = array(Base::kInt, 3, {2, 2, 2}, {111, 211, 121, 221, 112, 212, 122, 222});
  EXPECT_EQ(numbers("to_array_1d", {cube}), (Numbers{111, 112, 121, 122, 211, 212, 221, 222}));
  EXPECT_EQ(numbers("to_array_2d", {kTwoByThree}), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbers("to_matrix", {rows}), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(call("to_matrix", {vec({1, 2})}).dims(), (Dims{2, 1}));
  EXPECT_EQ(call("to_matrix", {row({1, 2})}).dims(), (Dims{1, 2}));
  const Value x = vec({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(numbers("to_matrix", {x, whole(2), whole(3)}), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbers("to_matrix", {x, whole(2), whole(3), whole(1)}), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbers("to_matrix", {x, whole(2), whole(3), whole(0)}), (Numbers{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(failure("to_matrix", {x, whole(2), whole(2)}),
            "to_matrix: numbers of elements do not match: 6 and 4");
}

TEST(ConstantContainers, AreMade) {
  for (const std::string kind : {"vector", "row_vector", "array", "int_array"}) {
    EXPECT_EQ(numbers("zeros_" + kind, {whole(2)}), (Numbers{0, 0}));
    EXPECT_EQ(numbers("ones_" + kind, {whole(2)}), (Numbers{1, 1}));
    EXPECT_EQ(numbers("one_hot_" + kind, {whole(3), whole(2)}), (Numbers{0, 1, 0}));
  }
  for (const std::string kind : {"vector", "row_vector", "array"}) {
    EXPECT_EQ(numbers("linspaced_" + kind, {whole(3), real(1), real(2)}), (Numbers{1, 1.5, 2}));
    EXPECT_EQ(numbers("linspaced_" + kind, {whole(1), real(1), real(2)}), (Numbers{2}));
  }
  EXPECT_EQ(numbers("linspaced_int_array", {whole(3), whole(1), whole(5)}), (Numbers{1, 3, 5}));
  EXPECT_EQ(numbers("linspaced_int_array", {whole(3), whole(1), whole(6)}), (Numbers{1, 3, 5}));
  EXPECT_EQ(numbers("uniform_simplex", {whole(4)}), (Numbers{0.25, 0.25, 0.25, 0.25}));
  EXPECT_EQ(numbers("identity_matrix", {whole(2)}), (Numbers{1, 0, 0, 1}));
  EXPECT_EQ(failure("one_hot_vector", {whole(3), whole(4)}),
            "one_hot_vector: the index is 4, but must be between 1 and 3");
}

}  // namespace
}  // namespace autumn::trace
