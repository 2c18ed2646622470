// These tests compare graphs of single numbers, and flat graphs, with the interpreter.
#include "trace/ode/scalar_graph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/builder.h"
#include "expr/interpret.h"
#include "trace/ode/flat_graph.h"

namespace autumn::trace {
namespace {

using expr::Array;
using expr::Builder;
using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;

// Every operation that is taken apart, and some that stay as they are.
Graph many_operations() {
  Builder b;
  const NodeId x = b.input("x", Shape::matrix(2, 3));
  const NodeId unused = b.input("unused", Shape::vector(2));
  const NodeId v = b.input("v", Shape::vector(3));
  const NodeId s = b.input("s", Shape::scalar());
  const NodeId two = b.constant(Shape::vector(2), std::vector<double>{3.0, -0.5});
  const NodeId square = b.apply(Op::kMatmul, {x, x}, expr::flag::kTransposeRight);   // 2 x 2
  const NodeId positive = b.apply(Op::kMatmul, {x, x}, expr::flag::kTransposeLeft);  // 3 x 3
  const NodeId shifted = b.apply(Op::kAdd, {positive, b.constant(9.0)});
  (void)unused;
  return std::move(b).finish(
      {b.apply(Op::kMatmul, {x, v}),
       b.apply(Op::kMatmul, {v, x}, expr::flag::kTransposeRight | expr::flag::kTransposeLeft),
       b.apply(Op::kMul, {s, b.apply(Op::kTranspose, {x})}),
       b.gather(x, Index::list({5, 0, 0}), Shape::vector(3)),
       b.scatter_add(v, Index::list({1, 1, 0}), Shape::vector(2)),
       b.apply(Op::kConcat, {v, s, x}),
       b.reshape(x, Shape::vector(6)),
       b.repeat_rows(v, 2),
       b.repeat_cols(v, 2),
       b.apply(Op::kSum, {x}),
       b.apply(Op::kRowSums, {x}),
       b.apply(Op::kColSums, {x}),
       b.apply(Op::kCumulativeSum, {v}),
       b.apply(Op::kCumulativeSum, {v}, expr::flag::kReverse),
       b.apply(Op::kDot, {v, b.apply(Op::kExp, {v})}),
       b.apply(Op::kSub, {two, b.apply(Op::kDiv, {two, s})}),
       b.apply(Op::kSelect, {b.apply(Op::kLess, {v, s}), v, s}),
       b.apply(Op::kPow, {b.apply(Op::kAbs, {v}), s}),
       b.apply(Op::kInverse, {b.apply(Op::kNegate, {b.apply(Op::kSquare, {v})})}),
       b.apply(Op::kLogSumExp, {x}),
       b.apply(Op::kMaxElement, {v}),
       b.apply(Op::kSolve, {square, two}),
       b.apply(Op::kLogAbsDet, {square}),
       b.apply(Op::kCholesky, {square}),
       b.broadcast(s, Shape::vector(2)),
       shifted,
       s,
       two});
}

std::vector<Array> point() {
  return {{Shape::matrix(2, 3), {1.0, -2.0, 0.5, 3.0, 0.25, -1.5}},
          {Shape::vector(2), {7.0, 8.0}},
          {Shape::vector(3), {0.3, -0.7, 1.9}},
          {Shape::scalar(), {0.8}}};
}

std::vector<double> numbers_of(const std::vector<Array>& arrays) {
  std::vector<double> all;
  for (const Array& array : arrays) {
    all.insert(all.end(), array.numbers.begin(), array.numbers.end());
  }
  return all;
}

TEST(ScalarGraph, MeansTheSameNumberByNumber) {
  const Graph graph = many_operations();
  const auto scalars = scalar_graph(graph);
  ASSERT_TRUE(scalars.has_value());
  EXPECT_TRUE(check(*scalars).is_ok());
  std::vector<Array> inputs;
  for (const double x : numbers_of(point())) inputs.push_back({Shape::scalar(), {x}});
  const std::vector<double> expected = numbers_of(interpret(graph, point()));
  const std::vector<Array> found = interpret(*scalars, inputs);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_TRUE(found[k].shape.is_scalar());
    EXPECT_NEAR(found[k].numbers[0], expected[k], 1e-14 * (1.0 + std::fabs(expected[k]))) << k;
  }
}

TEST(ScalarGraph, IsNotMadeOfLargeArrays) {
  Builder b;
  const NodeId x = b.input("x", Shape::vector(30000));
  EXPECT_FALSE(scalar_graph(std::move(b).finish({b.apply(Op::kExp, {x})})).has_value());
}

TEST(FlatGraph, MeansTheSameInBothForms) {
  const Graph graph = many_operations();
  const std::vector<double> expected = numbers_of(interpret(graph, point()));
  const std::vector<double> inputs = numbers_of(point());
  for (const Graph& form : {graph, *scalar_graph(graph)}) {
    const FlatGraph flat(form);
    FlatRun run(flat);
    // The second run has the numbers of the first in its buffer.
    for (int repeat = 0; repeat < 2; ++repeat) {
      std::copy(inputs.begin(), inputs.end(), run.inputs());
      run.run();
      ASSERT_EQ(flat.output_places().size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_NEAR(run.numbers()[flat.output_places()[k]], expected[k],
                    1e-14 * (1.0 + std::fabs(expected[k])))
            << k;
      }
    }
  }
}

TEST(FlatGraph, KnowsItsZeros) {
  Builder b;
  const NodeId x = b.input("x", Shape::vector(2));
  const NodeId zeros = b.constant(Shape::vector(3), std::vector<double>{0.0, 1.0, 0.0});
  const FlatGraph flat(std::move(b).finish({x, zeros, b.apply(Op::kNegate, {x})}));
  const bool expected[] = {false, false, true, false, true, false, false};
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_EQ(flat.is_zero(flat.output_places()[k]), expected[k]) << k;
  }
}

}  // namespace
}  // namespace autumn::trace
