// These tests look at chains of scalars, and at constants with a place of their own: in
// concatenations and products.
#include "evaluate/chain.h"
#include "evaluate/code.h"
#include "evaluate/support.h"
#include "expr/term.h"

namespace autumn::evaluate {
namespace {

using expr::Builder;
using expr::NodeId;
using expr::Op;
using expr::Shape;
using expr::Term;

constexpr Op kUnary[] = {Op::kNegate, Op::kSquare, Op::kExp,     Op::kLog,  Op::kLog1p,
                         Op::kSqrt,   Op::kTanh,   Op::kInverse, Op::kAbs,  Op::kExpm1,
                         Op::kLgamma, Op::kFloor,  Op::kIsNan,   Op::kSign, Op::kInvLogit};
constexpr Op kBinary[] = {Op::kAdd, Op::kSub, Op::kMul,  Op::kDiv,      Op::kPow,
                          Op::kMin, Op::kMax, Op::kLess, Op::kLmultiply};

// A path of operations, each on the result before it and, if it has two operands, on a scalar from
// elsewhere at either side.
NodeId random_path(Builder& b, NodeId x, std::span<const NodeId> others, Random& random) {
  const std::uint64_t length = 2 + random.below(8);
  for (std::uint64_t i = 0; i < length; ++i) {
    if (random.below(2) == 0) {
      x = b.apply(kUnary[random.below(std::size(kUnary))], {x});
      continue;
    }
    const Op op = kBinary[random.below(std::size(kBinary))];
    const NodeId other = others[random.below(others.size())];
    x = random.below(2) == 0 ? b.apply(op, {x, other}) : b.apply(op, {other, x});
  }
  return x;
}

TEST(Chains, EqualTheReferenceToTheBit) {
  Random random = test_random(21);
  std::size_t chains = 0;
  for (int repeat = 0; repeat < 500; ++repeat) {
    Builder b;
    const NodeId x = b.input("x", Shape::scalar()), y = b.input("y", Shape::scalar());
    const NodeId vector = b.input("v", Shape::vector(3));
    const NodeId element = b.gather(vector, expr::Index::list({1}), Shape::scalar());
    const NodeId others[] = {x, y, element, b.constant(1.5), b.constant(-2.0)};
    const NodeId first = random_path(b, x, others, random);
    const NodeId second = random_path(b, first, others, random);
    const NodeId third = random_path(b, y, std::span(&first, 1), random);
    const expr::Graph graph = std::move(b).finish({second, third});
    chains += prepare(graph).code().chains.size();
    expect_reference(graph, random_inputs(graph, random), 0.0);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(chains, 500U);
}

TEST(Chains, AreOneStepAndHoldWhatNobodyElseReads) {
  Builder b;
  const Term x(b, b.input("x", Shape::scalar())), y(b, b.input("y", Shape::scalar()));
  const Term shared = 1.0 + square(x);
  const Term path = y - 2.0 / (3.0 * exp(shared));
  const expr::Graph graph = std::move(b).finish({path.id(), log(shared).id()});
  const PreparedProgram program = prepare(graph);
  const std::string text = to_text(program);
  EXPECT_EQ(program.code().instructions.size(), 4U) << text;  // square, add, the chain, log
  EXPECT_NE(text.find("= chain exp mul_right div_right sub_right"), std::string::npos) << text;
}

TEST(Chains, OfAnyLengthEqualTheReference) {
  Random random = test_random(25);
  Builder b;
  NodeId x = b.input("x", Shape::scalar());
  const NodeId y = b.input("y", Shape::scalar());
  for (int i = 0; i < 100; ++i) x = b.apply(Op::kTanh, {b.apply(Op::kAdd, {y, x})});
  const expr::Graph graph = std::move(b).finish({x});
  EXPECT_EQ(prepare(graph).code().instructions.size(), (200 + kLongestChain - 1) / kLongestChain);
  expect_reference(graph, random_inputs(graph, random), 0.0);
}

TEST(Chains, LeaveShortPathsToStepsOfTheirOwn) {
  Builder b;
  const Term x(b, b.input("x", Shape::scalar())), y(b, b.input("y", Shape::scalar()));
  const expr::Graph graph = std::move(b).finish({exp(x * y + 1.0).id(), log(x / y).id()});
  const PreparedProgram program = prepare(graph);
  EXPECT_TRUE(program.code().chains.empty());
  EXPECT_EQ(program.code().instructions.size(), 3U) << to_text(program);
  EXPECT_NE(to_text(program).find("= exp_mul_add"), std::string::npos);
}

TEST(Concat, WithConstantsKeepsThemWhileTheRestChanges) {
  Random random = test_random(22);
  Builder b;
  const Term x(b, b.input("x", Shape::vector(3))), s(b, b.input("s", Shape::scalar()));
  const std::vector<double> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Term constant(b, b.constant(Shape::vector(9), numbers));
  const Term first = expr::concat({constant, exp(s), x});
  // What follows wants memory, and would take that of the first if it could.
  const Term next = expr::concat({exp(first), constant, 2.0 * x});
  const Term last = expr::sum(square(next)) + expr::sum(first);
  const expr::Graph graph = std::move(b).finish({last.id()});
  const PreparedProgram program = prepare(graph);
  for (const InstructionSet set : available_instruction_sets()) {
    Evaluator evaluator(program, set);
    for (int repeat = 0; repeat < 3; ++repeat) {
      const std::vector<expr::Array> inputs = random_inputs(graph, random);
      run(evaluator, inputs);
      EXPECT_TRUE(agrees(evaluator.output(0), expr::interpret(graph, inputs)[0], 1e-13));
    }
  }
}

// Columns that begin at cache lines, whatever the number of rows, and both products of one matrix.
TEST(Products, WithConstantMatricesAgreeWithTheReference) {
  Random random = test_random(23);
  for (const std::size_t rows : {1U, 7U, 8U, 20U, 257U, 1001U}) {
    for (const std::size_t cols : {1U, 3U, 20U}) {
      Builder b;
      const expr::Array numbers = random_array(Shape::matrix(rows, cols), random);
      const Term matrix(b, b.constant(numbers.shape, numbers.numbers));
      const Term x(b, b.input("x", Shape::vector(cols)));
      const Term product = expr::matmul(matrix, x);
      const Term back = expr::matmul(matrix, expr::inv_logit(product), expr::flag::kTransposeLeft);
      const expr::Graph graph = std::move(b).finish({product.id(), back.id()});
      EXPECT_EQ(prepare(graph).code().matrices.size(), 1U);
      expect_reference(graph, random_inputs(graph, random), 1e-13);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Products, WithLargeConstantMatricesReadThemInPlace) {
  Builder b;
  const std::vector<double> numbers(300'000, 1.0);
  const Term matrix(b, b.constant(Shape::matrix(100'000, 3), numbers));
  const Term x(b, b.input("x", Shape::vector(3)));
  const expr::Graph graph = std::move(b).finish({expr::sum(expr::matmul(matrix, x)).id()});
  EXPECT_TRUE(prepare(graph).code().matrices.empty());
  Random random = test_random(24);
  expect_reference(graph, random_inputs(graph, random), 1e-11);
}

}  // namespace
}  // namespace autumn::evaluate
