// These tests compare the reference interpreter with values worked out by hand.
#include "expr/interpret.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "base/numbers.h"
#include "expr/operation.h"
#include "expr/term.h"

namespace autumn::expr {
namespace {

using List = std::vector<double>;
const double kNaN = std::numeric_limits<double>::quiet_NaN();

// The value of an expression in two inputs, by interpretation (nothing folds).
Array value_of(const Array& x, const Array& y, const std::function<Term(Term, Term)>& make) {
  Builder b;
  const Term tx(b, b.input("x", x.shape));
  const Term ty(b, b.input("y", y.shape));
  const NodeId output = make(tx, ty).id();
  const Array inputs[] = {x, y};
  return interpret(std::move(b).finish({output}), inputs)[0];
}

Array vector(List numbers) {
  return {Shape::vector(numbers.size()), std::move(numbers)};
}
// Column by column.
Array matrix(std::size_t rows, List numbers) {
  return {Shape::matrix(rows, numbers.size() / rows), std::move(numbers)};
}
Array scalar(double x) {
  return {Shape::scalar(), {x}};
}

struct Example {
  Op op;
  const char* name;
  Array x;
  std::function<Term(Term, Term)> make;
  Array expected;
  Array y = scalar(0.0);
};

std::vector<Example> moves() {
  const Array v = vector({1, 2, 3, 4});
  const Array m = matrix(2, {1, 2, 3, 4, 5, 6});
  return {
      {Op::kGather, "gather", v, [](Term x, Term) { return gather(x, Index::list({3, 0, 0})); },
       vector({4, 1, 1})},
      {Op::kGather, "element", m, [](Term x, Term) { return element(x, 4); }, scalar(5)},
      {Op::kGather, "row", m, [](Term x, Term) { return row(x, 1); }, vector({2, 4, 6})},
      {Op::kGather, "column", m, [](Term x, Term) { return column(x, 1); }, vector({3, 4})},
      {Op::kGather, "diagonal", m, [](Term x, Term) { return diagonal(x); }, vector({1, 4})},
      {Op::kGather, "slice", v, [](Term x, Term) { return slice(x, 1, 2); }, vector({2, 3})},
      {Op::kScatterAdd, "scatter_add", v,
       [](Term x, Term) { return scatter_add(x, Index::list({2, 0, 2, 2}), Shape::vector(3)); },
       vector({2, 0, 8})},
      {Op::kScatterAdd, "segment_sum", v,
       [](Term x, Term) {
         const std::uint32_t lengths[] = {1, 0, 3};
         return segment_sum(x, lengths);
       },
       vector({1, 0, 9})},
      {Op::kScatterAdd, "diagonal_matrix", vector({1, 2}),
       [](Term x, Term) { return diagonal_matrix(x); }, matrix(2, {1, 0, 0, 2})},
      {Op::kConcat, "concat", m, [](Term x, Term y) { return expr::concat({y, x}); },
       vector({9, 1, 2, 3, 4, 5, 6}), scalar(9)},
      {Op::kReshape, "reshape", m, [](Term x, Term) { return reshape(x, Shape::matrix(3, 2)); },
       matrix(3, {1, 2, 3, 4, 5, 6})},
      {Op::kTranspose, "transpose", m, [](Term x, Term) { return transpose(x); },
       matrix(3, {1, 3, 5, 2, 4, 6})},
      {Op::kBroadcast, "broadcast", scalar(7),
       [](Term x, Term) { return broadcast(x, Shape::vector(3)); }, vector({7, 7, 7})},
      {Op::kRepeatRows, "repeat_rows", vector({1, 2}),
       [](Term x, Term) { return repeat_rows(x, 3); }, matrix(3, {1, 1, 1, 2, 2, 2})},
      {Op::kRepeatCols, "repeat_cols", vector({1, 2}),
       [](Term x, Term) { return repeat_cols(x, 3); }, matrix(2, {1, 2, 1, 2, 1, 2})},
  };
}

std::vector<Example> reductions() {
  const Array v = vector({1, 2, 3, 4});
  const Array m = matrix(2, {1, 2, 3, 4, 5, 6});
  const double e = std::exp(1.0);
  return {
      {Op::kSum, "sum", m, [](Term x, Term) { return sum(x); }, scalar(21)},
      {Op::kSum, "sum of nothing", vector({}), [](Term x, Term) { return sum(x); }, scalar(0)},
      {Op::kRowSums, "row_sums", m, [](Term x, Term) { return row_sums(x); }, vector({9, 12})},
      {Op::kColSums, "col_sums", m, [](Term x, Term) { return col_sums(x); }, vector({3, 7, 11})},
      {Op::kMaxElement, "max_element", v, [](Term x, Term) { return max_element(x); }, scalar(4)},
      {Op::kMinElement, "min_element", v, [](Term x, Term) { return min_element(x); }, scalar(1)},
      {Op::kMaxElement, "max of nothing", vector({}), [](Term x, Term) { return max_element(x); },
       scalar(-kInfinity)},
      {Op::kLogSumExp, "log_sum_exp", vector({0, 1}), [](Term x, Term) { return log_sum_exp(x); },
       scalar(1 + std::log(1 + 1 / e))},
      {Op::kLogSumExp, "log_sum_exp of large", vector({1000, 1000}),
       [](Term x, Term) { return log_sum_exp(x); }, scalar(1000 + std::log(2.0))},
      {Op::kLogSumExp, "log_sum_exp with -inf", vector({-kInfinity, 3}),
       [](Term x, Term) { return log_sum_exp(x); }, scalar(3)},
      {Op::kLogSumExp, "log_sum_exp of -inf", vector({-kInfinity, -kInfinity}),
       [](Term x, Term) { return log_sum_exp(x); }, scalar(-kInfinity)},
      {Op::kLogSumExp, "log_sum_exp with inf", vector({kInfinity, -kInfinity, 1}),
       [](Term x, Term) { return log_sum_exp(x); }, scalar(kInfinity)},
      {Op::kLogSumExp, "log_sum_exp with NaN", vector({kInfinity, kNaN}),
       [](Term x, Term) { return log_sum_exp(x); }, scalar(kNaN)},
      {Op::kLogSumExp, "log_sum_exp of nothing", vector({}),
       [](Term x, Term) { return log_sum_exp(x); }, scalar(-kInfinity)},
      {Op::kRowLogSumExp, "row_log_sum_exp", matrix(2, {0, -kInfinity, 0, 5}),
       [](Term x, Term) { return row_log_sum_exp(x); }, vector({std::log(2.0), 5})},
      {Op::kCumulativeSum, "cumulative_sum", v, [](Term x, Term) { return cumulative_sum(x); },
       vector({1, 3, 6, 10})},
      {Op::kCumulativeSum, "reverse", v, [](Term x, Term) { return reverse_cumulative_sum(x); },
       vector({10, 9, 7, 4})},
      {Op::kCumulativeSum, "along rows", matrix(2, {1, 2, 3, 4, 5, 6}),
       [](Term x, Term) { return cumulative_sum(x); }, matrix(2, {1, 2, 4, 6, 9, 12})},
      {Op::kCumulativeSum, "along rows, reverse", matrix(2, {1, 2, 3, 4, 5, 6}),
       [](Term x, Term) { return reverse_cumulative_sum(x); }, matrix(2, {9, 12, 8, 10, 5, 6})},
      {Op::kDot, "dot", v, [](Term x, Term y) { return dot(x, y); }, scalar(20),
       vector({4, 3, 2, 1})},
  };
}

std::vector<Example> products() {
  const Array m = matrix(2, {1, 2, 3, 4, 5, 6});  // rows 1 3 5 and 2 4 6
  const Array n = matrix(3, {1, 0, 2, 0, 1, 1});  // rows 1 0, 0 1, 2 1
  const auto product = [](std::uint32_t flags) {
    return [flags](Term x, Term y) { return matmul(x, y, flags); };
  };
  return {
      {Op::kMatmul, "m n", m, product(0), matrix(2, {11, 14, 8, 10}), n},
      {Op::kMatmul, "m' m", m, product(1), matrix(3, {5, 11, 17, 11, 25, 39, 17, 39, 61}), m},
      {Op::kMatmul, "m m'", m, product(2), matrix(2, {35, 44, 44, 56}), m},
      {Op::kMatmul, "m' n'", m, product(3), matrix(3, {1, 3, 5, 2, 4, 6, 4, 10, 16}), n},
      {Op::kMatmul, "m v", m, product(0), vector({9, 12}), vector({1, 1, 1})},
      {Op::kMatmul, "m' v", m, product(1), vector({3, 7, 11}), vector({1, 1})},
      {Op::kMatmul, "v' m", vector({1, 1}), product(1), vector({3, 7, 11}), m},
      {Op::kMatmul, "v w'", vector({1, 2}), product(2), matrix(2, {3, 6, 4, 8}), vector({3, 4})},
      {Op::kMatmul, "v' w", vector({1, 2}), product(1), vector({11}), vector({3, 4})},
      {Op::kMatmul,
       "no rows",
       {Shape::matrix(0, 2), {}},
       product(0),
       {Shape::matrix(0, 3), {}},
       matrix(2, {1, 2, 3, 4, 5, 6})},
      {Op::kMatmul,
       "nothing inside",
       {Shape::matrix(2, 0), {}},
       product(0),
       matrix(2, {0, 0, 0, 0}),
       {Shape::matrix(0, 2), {}}},
  };
}

std::vector<Example> factorisations() {
  // L = [2 0; 1 3]; the number above the diagonal (99) must not be read.
  const Array l = matrix(2, {2, 1, 99, 3});
  const Array a = matrix(2, {4, 2, 99, 10});
  const Array full = matrix(2, {2, 1, 1, 3});
  const auto solve_transposed = [](Term x, Term y) {
    return Term(x.builder(), x.builder().apply(Op::kSolve, {x.id(), y.id()}, flag::kTransposeLeft));
  };
  return {
      {Op::kCholesky, "cholesky", a, [](Term x, Term) { return cholesky(x); },
       matrix(2, {2, 1, 0, 3})},
      {Op::kCholesky, "not positive definite", matrix(2, {1, 2, 2, 1}),
       [](Term x, Term) { return cholesky(x); }, matrix(2, {kNaN, kNaN, kNaN, kNaN})},
      {Op::kTriSolve, "tri_solve", l, [](Term x, Term y) { return tri_solve(x, y); },
       vector({1, 2}), vector({2, 7})},
      {Op::kTriSolve, "tri_solve_transposed", l,
       [](Term x, Term y) { return tri_solve_transposed(x, y); }, vector({1, 2}), vector({4, 6})},
      {Op::kTriSolve, "tri_solve of columns", l, [](Term x, Term y) { return tri_solve(x, y); },
       matrix(2, {1, 2, 2, 4}), matrix(2, {2, 7, 4, 14})},
      {Op::kSolve, "solve", full, [](Term x, Term y) { return solve(x, y); }, vector({1, 2}),
       vector({4, 7})},
      {Op::kSolve, "solve transposed", matrix(2, {2, 1, 0, 3}), solve_transposed, vector({1, 2}),
       vector({4, 6})},
      {Op::kLogAbsDet, "log_abs_det", matrix(2, {0, 2, 3, 0}),
       [](Term x, Term) { return log_abs_det(x); }, scalar(std::log(6.0))},
      {Op::kLogAbsDet, "log_abs_det of singular", matrix(2, {1, 1, 1, 1}),
       [](Term x, Term) { return log_abs_det(x); }, scalar(-kInfinity)},
      {Op::kLowerTriangle, "lower_triangle", l, [](Term x, Term) { return lower_triangle(x); },
       matrix(2, {2, 1, 0, 3})},
      {Op::kLowerTriangle, "half diagonal", l,
       [](Term x, Term) { return lower_triangle(x, flag::kHalfDiagonal); },
       matrix(2, {1, 1, 0, 1.5})},
      {Op::kCholesky, "log_det_spd", a, [](Term x, Term) { return log_det_spd(x); },
       scalar(std::log(36.0))},
  };
}

class Powers final : public Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "powers"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::vector(2);
  }
  void evaluate(std::span<const Numbers> in, std::span<const std::span<double>> out,
                std::span<double> /*scratch*/) const override {
    const double x = in[0][0];
    out[0][0] = x * x;
    out[0][1] = x * x * x;
    out[1][0] = 2 * x;
    out[1][1] = 3 * x * x;
  }
};

Term powers(Term x, std::uint32_t part) {
  const NodeId ids[] = {x.id()};
  Builder& b = x.builder();
  return {b, b.part(b.kernel(std::make_shared<Powers>(), ids), part)};
}

std::vector<Example> kernels() {
  return {
      {Op::kKernel, "value", scalar(3), [](Term x, Term) { return powers(x, 0); }, vector({9, 27})},
      {Op::kPart, "partials", scalar(3), [](Term x, Term) { return powers(x, 1); },
       matrix(2, {6, 27})},
  };
}

void expect_values(const std::vector<Example>& examples) {
  for (const Example& example : examples) {
    const Array value = value_of(example.x, example.y, example.make);
    EXPECT_EQ(value.shape, example.expected.shape) << example.name;
    ASSERT_EQ(value.numbers.size(), example.expected.numbers.size()) << example.name;
    for (std::size_t i = 0; i < value.numbers.size(); ++i) {
      const double expected = example.expected.numbers[i];
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(value.numbers[i])) << example.name;
      } else {
        EXPECT_DOUBLE_EQ(value.numbers[i], expected) << example.name << " " << i;
      }
    }
  }
}

TEST(Interpreter, Moves) {
  expect_values(moves());
}
TEST(Interpreter, Reduces) {
  expect_values(reductions());
}
TEST(Interpreter, Multiplies) {
  expect_values(products());
}
TEST(Interpreter, Factorises) {
  expect_values(factorisations());
}
TEST(Interpreter, CallsKernels) {
  expect_values(kernels());
}

TEST(Interpreter, HasAnExampleForEveryStructuralOperation) {
  std::set<Op> seen;
  for (const auto& list : {moves(), reductions(), products(), factorisations(), kernels()}) {
    for (const Example& example : list) seen.insert(example.op);
  }
#define AUTUMN_X(kind, name, op_class) \
  EXPECT_EQ(seen.contains(Op::kind), OpClass::op_class == OpClass::kStructural) << name;
  AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
}

TEST(Interpreter, BroadcastsScalars) {
  expect_values({
      {Op::kSub, "array - scalar", vector({1, 2}), [](Term x, Term y) { return x - y; },
       vector({-4, -3}), scalar(5)},
      {Op::kSub, "scalar - array", scalar(5), [](Term x, Term y) { return x - y; }, vector({4, 3}),
       vector({1, 2})},
      {Op::kSelect, "select", vector({0, 2}), [](Term x, Term y) { return select(x, y, -1.0); },
       vector({-1, 7}), scalar(7)},
  });
}

TEST(Interpreter, TakesComparisonsAndLogicAsNumbers) {
  const auto of = [](double x, double y, auto make) {
    return value_of(scalar(x), scalar(y), make).numbers[0];
  };
  EXPECT_EQ(of(1, 2, [](Term x, Term y) { return x < y; }), 1.0);
  EXPECT_EQ(of(2, 2, [](Term x, Term y) { return x <= y; }), 1.0);
  EXPECT_EQ(of(2, 1, [](Term x, Term y) { return x > y; }), 1.0);
  EXPECT_EQ(of(kNaN, kNaN, [](Term x, Term y) { return x == y; }), 0.0);
  EXPECT_EQ(of(kNaN, kNaN, [](Term x, Term y) { return x != y; }), 1.0);
  EXPECT_EQ(of(3, 0, [](Term x, Term y) { return x && y; }), 0.0);
  EXPECT_EQ(of(3, 0, [](Term x, Term y) { return x || y; }), 1.0);
  EXPECT_EQ(of(3, 0, [](Term x, Term) { return !x; }), 0.0);
  EXPECT_EQ(of(kNaN, 0, [](Term x, Term) { return is_nan(x); }), 1.0);
  EXPECT_EQ(of(kNaN, 2, [](Term x, Term y) { return max(x, y); }), 2.0);
  EXPECT_EQ(of(0, 0, [](Term x, Term y) { return div_or_zero(x, y); }), 0.0);
  EXPECT_EQ(of(0, 0, [](Term x, Term y) { return lmultiply(x, y); }), 0.0);
  EXPECT_EQ(of(-3, 0, [](Term x, Term) { return sign(x); }), -1.0);
  EXPECT_TRUE(std::isnan(of(kNaN, 0, [](Term x, Term) { return sign(x); })));
}

TEST(Interpreter, AgreesWithFoldingForEveryElementwiseOperation) {
  const List at{0.3, 0.7, 0.4};
  const auto agrees = [&](Op op, std::size_t arity) {
    Builder b;
    std::vector<NodeId> constants;
    std::vector<NodeId> inputs;
    std::vector<Array> values;
    for (std::size_t k = 0; k < arity; ++k) {
      constants.push_back(b.constant(at[k]));
      inputs.push_back(b.input("x", Shape::scalar()));
      values.push_back(scalar(at[k]));
    }
    const NodeId folded = b.apply(op, constants);
    ASSERT_TRUE(b.is_constant(folded)) << name_of(op);
    const double expected = b.graph().constant(folded)[0];
    const NodeId output = b.apply(op, inputs);
    const double actual = interpret(std::move(b).finish({output}), values)[0].numbers[0];
    EXPECT_TRUE(actual == expected || (std::isnan(actual) && std::isnan(expected))) << name_of(op);
  };
#define AUTUMN_X(kind, name, op_class)                            \
  if (OpClass::op_class == OpClass::kUnary) agrees(Op::kind, 1);  \
  if (OpClass::op_class == OpClass::kBinary) agrees(Op::kind, 2); \
  if (OpClass::op_class == OpClass::kTernary) agrees(Op::kind, 3);
  AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
}

TEST(Terms, ProdHalvesExactlyAlsoForOddLengthsAndZeros) {
  const auto product = [](List numbers) {
    return value_of(vector(std::move(numbers)), scalar(0), [](Term x, Term) { return prod(x); });
  };
  EXPECT_EQ(product({2, 3, 4}), scalar(24));
  EXPECT_EQ(product({2, 0, 4, 5, 7}), scalar(0));
  EXPECT_EQ(product({5}), scalar(5));
  EXPECT_EQ(product({}), scalar(1));
}

TEST(Terms, SoftmaxAddsUpToOneInEachRow) {
  const Array p = value_of(matrix(2, {0, 1000, 0, 1000, 0, -kInfinity}), scalar(0),
                           [](Term x, Term) { return row_sums(softmax(x)); });
  EXPECT_DOUBLE_EQ(p.numbers[0], 1.0);
  EXPECT_NEAR(p.numbers[1], 1.0, 0x1p-43);  // one rounding of a number near 1000
}

TEST(Terms, ColumnsStandSideBySide) {
  EXPECT_EQ(
      value_of(vector({1, 2}), vector({3, 4}), [](Term x, Term y) { return columns({x, y}); }),
      matrix(2, {1, 2, 3, 4}));
}

TEST(Terms, SpdSolveSolves) {
  const Array x = value_of(matrix(2, {4, 2, 2, 10}), vector({6, 12}),
                           [](Term a, Term b) { return spd_solve(a, b); });
  EXPECT_DOUBLE_EQ(x.numbers[0], 1.0);
  EXPECT_DOUBLE_EQ(x.numbers[1], 1.0);
}

TEST(InterpreterDeathTest, RefusesInputsOfAnotherShape) {
  Builder b;
  const NodeId x = b.input("x", Shape::vector(2));
  const Graph graph = std::move(b).finish({x});
  const Array bad[] = {vector({1, 2, 3})};
  EXPECT_DEATH(static_cast<void>(interpret(graph, bad)), "declared shape");
  EXPECT_DEATH(static_cast<void>(interpret(graph, {})), "one array per input");
}

}  // namespace
}  // namespace autumn::expr
