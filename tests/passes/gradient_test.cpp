// The gradient law for every operation of the list.
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "passes/simplify.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers
namespace flag = expr::flag;

// Where an operand of an elementwise operation is tried: away from jumps, with room for
// differences.
struct Range {
  double low;
  double high;
  bool is_constant = false;  // not differentiated by; a whole number
};

using Ranges = std::vector<Range>;

std::map<Op, Ranges> elementwise_ranges() {
  const Range any{-2.0, 2.0};
  const Range positive{0.3, 3.0};
  const Range unit{0.1, 0.9};
  const Range inside{-0.9, 0.9};
  const Range between{0.2, 0.4};  // between two jumps of everything that rounds
  return {
      {Op::kNegate, {any}},
      {Op::kExp, {any}},
      {Op::kLog, {positive}},
      {Op::kLog1p, {inside}},
      {Op::kLog1m, {inside}},
      {Op::kExpm1, {any}},
      {Op::kSqrt, {positive}},
      {Op::kSquare, {any}},
      {Op::kInverse, {positive}},
      {Op::kAbs, {{-3.0, -0.2}}},
      {Op::kSign, {positive}},
      {Op::kFloor, {between}},
      {Op::kCeil, {between}},
      {Op::kRound, {between}},
      {Op::kTrunc, {between}},
      {Op::kSin, {any}},
      {Op::kCos, {any}},
      {Op::kTan, {{-1.2, 1.2}}},
      {Op::kAsin, {inside}},
      {Op::kAcos, {inside}},
      {Op::kAtan, {any}},
      {Op::kSinh, {any}},
      {Op::kCosh, {any}},
      {Op::kTanh, {any}},
      {Op::kAsinh, {any}},
      {Op::kAcosh, {{1.2, 4.0}}},
      {Op::kAtanh, {inside}},
      {Op::kLogit, {unit}},
      {Op::kInvLogit, {{-6.0, 6.0}}},
      {Op::kLog1pExp, {{-6.0, 6.0}}},
      {Op::kLog1mExp, {{-4.0, -0.2}}},
      {Op::kLogInvLogit, {{-6.0, 6.0}}},
      {Op::kErf, {any}},
      {Op::kErfc, {any}},
      {Op::kNormalCdf, {any}},
      {Op::kLogNormalCdf, {{-6.0, 3.0}}},
      {Op::kInvMills, {{-6.0, 3.0}}},
      {Op::kInvNormalCdf, {unit}},
      {Op::kLgamma, {positive}},
      {Op::kDigamma, {positive}},
      {Op::kTrigamma, {positive}},
      {Op::kLogBesselI0, {{-4.0, 8.0}}},
      {Op::kBesselRatio, {{-4.0, 8.0}}},
      {Op::kNot, {positive}},
      {Op::kIsNan, {any}},
      {Op::kAdd, {any, any}},
      {Op::kSub, {any, any}},
      {Op::kMul, {any, any}},
      {Op::kDiv, {any, positive}},
      {Op::kDivOrZero, {any, positive}},
      {Op::kPow, {positive, any}},
      {Op::kMin, {any, any}},
      {Op::kMax, {any, any}},
      {Op::kFmod, {{5.3, 5.8}, {1.5, 1.7}}},
      {Op::kAtan2, {any, positive}},
      {Op::kLess, {unit, {1.2, 2.0}}},
      {Op::kLessEqual, {unit, {1.2, 2.0}}},
      {Op::kEqual, {unit, {1.2, 2.0}}},
      {Op::kAnd, {positive, positive}},
      {Op::kOr, {positive, positive}},
      {Op::kLogAddExp, {any, any}},
      {Op::kLogDiffExp, {{1.0, 3.0}, {-2.0, 0.5}}},
      {Op::kLmultiply, {any, positive}},
      {Op::kMultiplyLog1m, {any, inside}},
      {Op::kLbeta, {positive, positive}},
      {Op::kLchoose, {{4.0, 8.0}, {0.5, 3.5}}},
      {Op::kLogRising, {positive, positive}},
      {Op::kDigammaDiff, {positive, positive}},
      {Op::kTrigammaDiff, {positive, positive}},
      {Op::kPolygamma, {{1.0, 3.0, true}, positive}},
      {Op::kOwensT, {any, any}},
      {Op::kLogGammaP, {positive, positive}},
      {Op::kLogGammaQ, {positive, positive}},
      {Op::kSelect, {{0.0, 1.0, true}, any, any}},
      {Op::kLogIncBeta, {positive, positive, unit}},
  };
}

// Not differentiated, with the reason.
std::map<Op, std::string> excused() {
  return {
      {Op::kConstant, "has no operand"},
      {Op::kInput, "has no operand; every other case differentiates by inputs"},
      {Op::kDeferred, "has no meaning of its own"},
      {Op::kLogGammaPDa, "exists only as a derivative"},
      {Op::kLogGammaQDa, "exists only as a derivative"},
      {Op::kLogIncBetaDa, "exists only as a derivative"},
      {Op::kLogIncBetaDb, "exists only as a derivative"},
  };
}

// One expression in arrays of these shapes, elements between low and high.
struct Case {
  Op op;
  std::string name;
  std::vector<Shape> shapes;
  std::function<Term(const std::vector<Term>&)> make;
  double low = 0.3;
  double high = 2.0;
};

Term symmetric_plus(Term a, double diagonal) {
  const std::vector<double> weights(a.shape().rows, diagonal);
  const Term d(a.builder(), a.builder().constant(Shape::vector(a.shape().rows), weights));
  return matmul(a, a, flag::kTransposeRight) + diagonal_matrix(d);
}

Term with_flag(Op op, Term a, Term b, std::uint32_t flags) {
  return {a.builder(), a.builder().apply(op, {a.id(), b.id()}, flags)};
}

std::vector<Case> matmul_cases() {
  std::vector<Case> cases;
  const auto m = [](std::size_t r, std::size_t c) { return Shape::matrix(r, c); };
  const auto v = [](std::size_t n) { return Shape::vector(n); };
  const std::vector<std::tuple<Shape, Shape, std::uint32_t>> all = {
      {m(2, 3), m(3, 4), 0}, {m(3, 2), m(3, 4), 1}, {m(2, 3), m(4, 3), 2}, {m(3, 2), m(4, 3), 3},
      {m(2, 3), v(3), 0},    {m(3, 2), v(3), 1},    {m(3, 1), v(4), 2},    {m(1, 3), v(4), 3},
      {v(3), m(1, 4), 0},    {v(3), m(3, 4), 1},    {v(3), m(4, 1), 2},    {v(3), m(4, 3), 3},
      {v(3), v(1), 0},       {v(3), v(3), 1},       {v(3), v(4), 2},       {v(1), v(4), 3},
  };
  for (const auto& [a, b, flags] : all) {
    const std::string name =
        "matmul " + to_text(a) + " " + to_text(b) + " flags " + std::to_string(flags);
    cases.push_back({Op::kMatmul, name, {a, b}, [f = flags](const std::vector<Term>& x) {
                       return matmul(x[0], x[1], f);
                     }});
  }
  return cases;
}

std::vector<Case> solve_cases() {
  std::vector<Case> cases;
  for (const std::uint32_t flags : {0U, 1U}) {
    for (const Shape b : {Shape::vector(3), Shape::matrix(3, 2)}) {
      const std::string suffix = " " + to_text(b) + " flags " + std::to_string(flags);
      cases.push_back({Op::kTriSolve,
                       "tri_solve" + suffix,
                       {Shape::matrix(3, 3), b},
                       [flags](const std::vector<Term>& x) {
                         return with_flag(Op::kTriSolve, x[0], x[1], flags);
                       }});
      cases.push_back({Op::kSolve,
                       "solve" + suffix,
                       {Shape::matrix(3, 3), b},
                       [flags](const std::vector<Term>& x) {
                         return with_flag(Op::kSolve, symmetric_plus(x[0], 1.0) + x[0], x[1],
                                          flags);
                       }});
    }
  }
  return cases;
}

std::vector<Case> move_cases() {
  const Shape v6 = Shape::vector(6);
  const Shape m23 = Shape::matrix(2, 3);
  using Terms = const std::vector<Term>&;
  return {
      {Op::kGather, "gather a range", {v6}, [](Terms x) { return slice(x[0], 1, 3); }},
      {Op::kGather,
       "gather with repeats",
       {v6},
       [](Terms x) { return gather(x[0], Index::list({5, 0, 0, 3})); }},
      {Op::kGather,
       "several gathers of one array",
       {v6},
       [](Terms x) { return element(x[0], 1) * slice(x[0], 0, 3) + element(x[0], 5); }},
      {Op::kGather,
       "a matrix gathered from a scalar",
       {Shape::scalar()},
       [](Terms x) { return gather(x[0], Index::list({0, 0, 0, 0}), Shape::matrix(2, 2)); }},
      {Op::kScatterAdd,
       "scatter_add",
       {v6},
       [](Terms x) {
         return scatter_add(x[0], Index::list({0, 3, 3, 1, 0, 2}), Shape::vector(5));
       }},
      {Op::kScatterAdd,
       "diagonal_matrix",
       {Shape::vector(3)},
       [](Terms x) { return diagonal_matrix(x[0]); }},
      {Op::kConcat,
       "concat",
       {v6, Shape::scalar(), m23},
       [](Terms x) { return expr::concat({x[2], x[1], x[0], x[1]}); }},
      {Op::kReshape, "reshape", {v6}, [](Terms x) { return reshape(x[0], Shape::matrix(3, 2)); }},
      {Op::kTranspose, "transpose", {m23}, [](Terms x) { return transpose(x[0]); }},
      {Op::kBroadcast,
       "broadcast",
       {Shape::scalar()},
       [](Terms x) { return broadcast(x[0], Shape::matrix(2, 3)); }},
      {Op::kRepeatRows, "repeat_rows", {v6}, [](Terms x) { return repeat_rows(x[0], 3); }},
      {Op::kRepeatCols, "repeat_cols", {v6}, [](Terms x) { return repeat_cols(x[0], 3); }},
  };
}

std::vector<Case> reduction_cases() {
  const Shape v6 = Shape::vector(6);
  const Shape m23 = Shape::matrix(2, 3);
  using Terms = const std::vector<Term>&;
  return {
      {Op::kSum, "sum", {m23}, [](Terms x) { return exp(sum(x[0])); }, -0.5, 0.5},
      {Op::kRowSums, "row_sums", {m23}, [](Terms x) { return row_sums(x[0]); }},
      {Op::kColSums, "col_sums", {m23}, [](Terms x) { return col_sums(x[0]); }},
      {Op::kMaxElement, "max_element", {m23}, [](Terms x) { return max_element(x[0]); }},
      {Op::kMinElement, "min_element", {v6}, [](Terms x) { return min_element(x[0]); }},
      {Op::kLogSumExp, "log_sum_exp", {v6}, [](Terms x) { return log_sum_exp(x[0]); }},
      {Op::kLogSumExp, "log_softmax", {v6}, [](Terms x) { return log_softmax(x[0]); }},
      {Op::kRowLogSumExp, "row_log_sum_exp", {m23}, [](Terms x) { return row_log_sum_exp(x[0]); }},
      {Op::kRowLogSumExp, "softmax of rows", {m23}, [](Terms x) { return softmax(x[0]); }},
      {Op::kCumulativeSum, "cumulative_sum", {v6}, [](Terms x) { return cumulative_sum(x[0]); }},
      {Op::kCumulativeSum,
       "reverse_cumulative_sum",
       {v6},
       [](Terms x) { return reverse_cumulative_sum(x[0]); }},
      {Op::kDot, "dot", {m23, m23}, [](Terms x) { return dot(x[0], x[1]); }},
      {Op::kDot, "dot with itself", {v6}, [](Terms x) { return dot(x[0], x[0]); }},
  };
}

std::vector<Case> factorisation_cases() {
  const Shape m33 = Shape::matrix(3, 3);
  using Terms = const std::vector<Term>&;
  // Near the identity every entry can be moved alone: the factorisation reads the lower ones only.
  const auto near_identity = [](Term x) {
    const std::vector<double> four(3, 4.0);
    return x + diagonal_matrix(Term(x.builder(), x.builder().constant(Shape::vector(3), four)));
  };
  return {
      {Op::kCholesky,
       "cholesky, single entries",
       {m33},
       [=](Terms x) { return cholesky(near_identity(x[0])); },
       -0.5,
       0.5},
      {Op::kCholesky,
       "cholesky, symmetric",
       {m33},
       [](Terms x) { return cholesky(symmetric_plus(x[0], 0.5)); }},
      {Op::kCholesky,
       "spd_solve",
       {m33, Shape::vector(3)},
       [](Terms x) { return spd_solve(symmetric_plus(x[0], 0.5), x[1]); }},
      {Op::kLogAbsDet,
       "log_abs_det",
       {m33},
       [=](Terms x) { return log_abs_det(near_identity(x[0])); },
       -0.5,
       0.5},
      {Op::kLowerTriangle, "lower_triangle", {m33}, [](Terms x) { return lower_triangle(x[0]); }},
      {Op::kLowerTriangle,
       "lower_triangle, half diagonal",
       {m33},
       [](Terms x) { return lower_triangle(x[0], flag::kHalfDiagonal); }},
  };
}

Term kernel_value(std::shared_ptr<const expr::Kernel> kernel, const std::vector<Term>& x) {
  std::vector<NodeId> ids;
  for (const Term& term : x) ids.push_back(term.id());
  Builder& builder = x[0].builder();
  return {builder, builder.part(builder.kernel(std::move(kernel), ids), 0)};
}

std::vector<Case> kernel_cases() {
  const auto quadratic = std::make_shared<QuadraticForm>();
  const auto map = std::make_shared<SmallMap>();
  using Terms = const std::vector<Term>&;
  return {
      {Op::kKernel,
       "a kernel with scalar value",
       {Shape::vector(3), Shape::matrix(3, 3)},
       [=](Terms x) { return kernel_value(quadratic, x); }},
      {Op::kPart,
       "a kernel with matrix value",
       {Shape::vector(2), Shape::scalar()},
       [=](Terms x) { return kernel_value(map, {exp(x[0]), x[1]}); }},
      {Op::kPart,
       "a kernel with some constant operands",
       {Shape::vector(2)},
       [=](Terms x) { return kernel_value(map, {x[0], constant(x[0].builder(), 1.5)}); }},
  };
}

std::vector<Case> structural_cases() {
  std::vector<Case> cases;
  for (const auto& list : {move_cases(), reduction_cases(), matmul_cases(), solve_cases(),
                           factorisation_cases(), kernel_cases()}) {
    cases.insert(cases.end(), list.begin(), list.end());
  }
  return cases;
}

// A scalar that depends on every element of x differently.
Term weighted_sum(std::mt19937_64& random, Term x) {
  if (x.shape().is_scalar()) return 0.75 * x;
  const Array weights = random_array(random, x.shape(), 0.5, 1.5);
  return dot(Term(x.builder(), x.builder().constant(x.shape(), weights.numbers)), x);
}

struct Problem {
  Graph graph;
  std::vector<Array> inputs;
};

Problem make_problem(std::mt19937_64& random, const Case& c) {
  Builder builder;
  std::vector<Term> terms;
  std::vector<Array> inputs;
  for (std::size_t k = 0; k < c.shapes.size(); ++k) {
    terms.emplace_back(builder, builder.input("x" + std::to_string(k), c.shapes[k]));
    inputs.push_back(random_array(random, c.shapes[k], c.low, c.high));
  }
  const NodeId output = weighted_sum(random, c.make(terms)).id();
  return {std::move(builder).finish({output}), std::move(inputs)};
}

Problem make_elementwise(std::mt19937_64& random, Op op, const Ranges& ranges,
                         const std::vector<Shape>& shapes) {
  Builder builder;
  std::vector<NodeId> operands;
  std::vector<Array> inputs;
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    Array array = random_array(random, shapes[k], ranges[k].low, ranges[k].high);
    if (ranges[k].is_constant) {
      for (double& x : array.numbers) x = std::round(x);
      operands.push_back(builder.constant(shapes[k], array.numbers));
    } else {
      operands.push_back(builder.input("x" + std::to_string(k), shapes[k]));
      inputs.push_back(array);
    }
  }
  const Term value(builder, builder.apply(op, operands));
  const NodeId output = weighted_sum(random, value).id();
  return {std::move(builder).finish({output}), std::move(inputs)};
}

// All combinations of scalars and arrays of one shape.
std::vector<std::vector<Shape>> shape_combinations(std::size_t arity) {
  std::vector<std::vector<Shape>> all;
  for (std::size_t bits = 0; bits < (std::size_t{1} << arity); ++bits) {
    std::vector<Shape> shapes;
    for (std::size_t k = 0; k < arity; ++k) {
      shapes.push_back((bits >> k & 1U) != 0 ? Shape::matrix(2, 2) : Shape::scalar());
    }
    all.push_back(shapes);
  }
  return all;
}

TEST(Gradient, EveryOperationIsTestedOrExcused) {
  std::set<Op> tested;
  for (const auto& [op, ranges] : elementwise_ranges()) tested.insert(op);
  for (const Case& c : structural_cases()) tested.insert(c.op);
#define AUTUMN_X(kind, name, op_class) \
  EXPECT_NE(tested.contains(Op::kind), excused().contains(Op::kind)) << name;
  AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
}

// Numerical derivatives are good to about 1e-10; special functions add their own few ulp divided by
// the step, hence 1e-8.
TEST(Gradient, OfElementwiseOperationsAgreesWithDifferences) {
  std::mt19937_64 random(1);
  for (const auto& [op, ranges] : elementwise_ranges()) {
    ASSERT_EQ(ranges.size(), 1 + (class_of(op) >= expr::OpClass::kBinary) +
                                 (class_of(op) >= expr::OpClass::kTernary))
        << name_of(op);
    for (const auto& shapes : shape_combinations(ranges.size())) {
      const Problem problem = make_elementwise(random, op, ranges, shapes);
      expect_gradient(problem.graph, problem.inputs, 1e-8, std::string(name_of(op)));
    }
  }
}

TEST(Gradient, OfStructuralOperationsAgreesWithDifferences) {
  std::mt19937_64 random(2);
  for (const Case& c : structural_cases()) {
    const Problem problem = make_problem(random, c);
    bool is_there = false;
    for (std::uint32_t i = 0; i < problem.graph.size(); ++i) {
      is_there = is_there || problem.graph.op(NodeId{i}) == c.op;
    }
    EXPECT_TRUE(is_there) << c.name;
    expect_gradient(problem.graph, problem.inputs, 1e-8, c.name);
  }
}

TEST(Gradient, StaysTheSameWhenSimplified) {
  std::mt19937_64 random(3);
  for (const Case& c : structural_cases()) {
    const Problem problem = make_problem(random, c);
    const Graph before = differentiate(problem.graph).graph;
    const Graph after = simplify(before).graph;
    const auto expected = interpret(before, problem.inputs);
    const auto actual = interpret(after, problem.inputs);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      for (std::size_t i = 0; i < expected[k].numbers.size(); ++i) {
        const double e = expected[k].numbers[i];
        EXPECT_NEAR(actual[k].numbers[i], e, 1e-12 * std::max(1.0, std::fabs(e))) << c.name;
      }
    }
  }
}

// The gradient at one point of a function of one vector.
template <typename F>
std::vector<double> gradient_at(const std::vector<double>& at, F f) {
  Builder builder;
  const Shape shape = Shape::vector(at.size());
  const Term x(builder, builder.input("x", shape));
  const NodeId output = f(x).id();
  const Graph graph = differentiate(std::move(builder).finish({output})).graph;
  const Array input{shape, at};
  return interpret(graph, std::span(&input, 1))[1].numbers;
}

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Gradient, IsAccurateWhereNaiveFormulasCancelOrOverflow) {
  const auto of = [](double at, auto f) {
    return gradient_at({at}, [&](Term x) { return sum(f(x)); })[0];
  };
  EXPECT_DOUBLE_EQ(of(50.0, [](Term x) { return inv_logit(x); }), std::exp(-50.0));
  EXPECT_DOUBLE_EQ(of(800.0, [](Term x) { return log1p_exp(x); }), 1.0);
  EXPECT_DOUBLE_EQ(of(40.0, [](Term x) { return log_inv_logit(x); }), std::exp(-40.0));
  EXPECT_DOUBLE_EQ(of(-1e-9, [](Term x) { return log1m_exp(x); }), -1.0 / std::expm1(1e-9));
  EXPECT_DOUBLE_EQ(of(-745.0, [](Term x) { return log1m_exp(x); }), -0.0);
  EXPECT_DOUBLE_EQ(of(20.0, [](Term x) { return tanh(x); }), 1.0 / std::pow(std::cosh(20.0), 2));
  EXPECT_DOUBLE_EQ(of(-40.0, [](Term x) { return expm1(x); }), std::exp(-40.0));
  EXPECT_DOUBLE_EQ(of(0.0, [](Term x) { return log_bessel_i0(x); }), 0.0);
  EXPECT_DOUBLE_EQ(of(0.0, [](Term x) { return bessel_ratio(x); }), 0.5);
  EXPECT_DOUBLE_EQ(of(0.0, [](Term x) { return pow(x, 3.0); }), 0.0);
  EXPECT_DOUBLE_EQ(of(2.0, [](Term x) { return pow(0.0, x); }), 0.0);
  EXPECT_DOUBLE_EQ(of(0.0, [](Term x) { return lmultiply(0.0, x); }), 0.0);
  EXPECT_DOUBLE_EQ(of(1.0, [](Term x) { return multiply_log1m(0.0, x); }), 0.0);
}

TEST(Gradient, OfLogSumExpIgnoresImpossibleTerms) {
  const auto g = gradient_at({-kInf, 0.0, std::log(3.0)}, [](Term x) { return log_sum_exp(x); });
  EXPECT_EQ(g[0], 0.0);
  EXPECT_DOUBLE_EQ(g[1], 0.25);
  EXPECT_DOUBLE_EQ(g[2], 0.75);
}

TEST(Gradient, OfTiesFollowsTheConvention) {
  EXPECT_EQ(gradient_at({2.0, 1.0, 2.0}, [](Term x) { return max_element(x); }),
            (std::vector<double>{1.0, 0.0, 1.0}));
  const auto larger = [](Term x) { return max(element(x, 0), element(x, 1)); };
  EXPECT_EQ(gradient_at({2.0, 2.0}, larger), (std::vector<double>{1.0, 0.0}));
}

TEST(Gradient, OfMinAndMaxGoesToTheOperandThatIsNotNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto larger = [](Term x) { return max(element(x, 0), element(x, 1)); };
  EXPECT_EQ(gradient_at({nan, 2.0}, larger), (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(gradient_at({2.0, nan}, larger), (std::vector<double>{1.0, 0.0}));
}

TEST(Gradient, OfSelectIsExactlyZeroInTheOtherBranch) {
  const auto guarded = [](Term x) {
    const Term is_positive = x > 0.0;
    return sum(select(is_positive, log(select(is_positive, x, 1.0)), -x));
  };
  EXPECT_EQ(gradient_at({0.0, 2.0}, guarded), (std::vector<double>{-1.0, 0.5}));
}

TEST(Gradient, OfCholeskyIsLowerTriangular) {
  const auto first = [](Term x) {
    const Term a = reshape(x, Shape::matrix(2, 2));
    return sum(cholesky(a));
  };
  const auto g = gradient_at({4.0, 1.0, 100.0, 3.0}, first);
  EXPECT_EQ(g[2], 0.0);
  EXPECT_NE(g[1], 0.0);
}

TEST(Gradient, IsZeroForInputsWithoutInfluence) {
  Builder builder;
  const Term x(builder, builder.input("x", Shape::vector(2)));
  const Term unused(builder, builder.input("unused", Shape::matrix(2, 2)));
  const Term jumps(builder, builder.input("jumps", Shape::vector(2)));
  const NodeId output = sum(x * floor(jumps)).id();
  const Graph graph = differentiate(std::move(builder).finish({output})).graph;
  EXPECT_EQ(to_text(graph),
            "%0 = input x : vector[2]\n"
            "%1 = input jumps : vector[2]\n"
            "%2 = floor %1 : vector[2]\n"
            "%3 = mul %0 %2 : vector[2]\n"
            "%4 = sum %3 : scalar\n"
            "%5 = broadcast 1 : vector[2]\n"
            "%6 = mul %5 %2 : vector[2]\n"
            "%7 = broadcast 0 : matrix[2,2]\n"
            "%8 = broadcast 0 : vector[2]\n"
            "return %4 %6 %7 %8\n");
}

TEST(Gradient, OfAConstantIsZero) {
  Builder builder;
  static_cast<void>(builder.input("x", Shape::scalar()));
  const NodeId output = builder.constant(3.0);
  const Graph graph = differentiate(std::move(builder).finish({output})).graph;
  const Array input{Shape::scalar(), {1.0}};
  const auto values = interpret(graph, std::span(&input, 1));
  EXPECT_EQ(values[0].numbers[0], 3.0);
  EXPECT_EQ(values[1].numbers[0], 0.0);
}

TEST(Gradient, KeepsFurtherOutputsAtTheEnd) {
  Builder builder;
  const Term x(builder, builder.input("x", Shape::vector(2)));
  const Term e = exp(x);
  const NodeId output = sum(e).id();
  const Graph graph = differentiate(std::move(builder).finish({output, e.id()})).graph;
  ASSERT_EQ(graph.outputs().size(), 3U);
  EXPECT_EQ(graph.outputs()[2], e.id());
}

TEST(Gradient, OfManyElementsOfOneArrayIsOneScatter) {
  Builder builder;
  const Term x(builder, builder.input("x", Shape::vector(50)));
  Term total = constant(builder, 0.0);
  for (std::size_t i = 0; i < 50; ++i) total = total + exp(element(x, i));
  const NodeId output = total.id();
  const Graph graph = differentiate(std::move(builder).finish({output})).graph;
  std::size_t scatters = 0;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    scatters += graph.op(NodeId{i}) == Op::kScatterAdd;
  }
  EXPECT_EQ(scatters, 1U);
}

TEST(Gradient, CanBeTakenTwice) {
  Builder builder;
  const Term x(builder, builder.input("x", Shape::vector(3)));
  const NodeId output = sum(exp(x) * log(x) + lgamma(x) * square(x)).id();
  const Graph graph = std::move(builder).finish({output});
  const Graph first = differentiate(graph).graph;
  Builder more(first);
  const Term slope(more, first.outputs()[1]);
  const NodeId second = dot(slope, slope).id();
  expect_gradient(std::move(more).finish({second}), {Array{Shape::vector(3), {0.5, 1.0, 2.5}}},
                  1e-8, "second derivatives");
}

TEST(GradientDeathTest, OfWhatExistsOnlyAsADerivativeIsRefused) {
  Builder builder;
  const Term a(builder, builder.input("a", Shape::scalar()));
  const NodeId output = log_gamma_p_da(a, 1.0).id();
  const Graph graph = std::move(builder).finish({output});
  EXPECT_DEATH(static_cast<void>(differentiate(graph)), "only what can be differentiated");
}

TEST(GradientDeathTest, OfAnArrayIsRefused) {
  Builder builder;
  const NodeId output = builder.input("x", Shape::vector(2));
  const Graph graph = std::move(builder).finish({output});
  EXPECT_DEATH(static_cast<void>(differentiate(graph)), "is a scalar");
}

}  // namespace
}  // namespace autumn::passes
