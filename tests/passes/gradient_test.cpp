// These tests check the gradient law for every operation of the list.
#include <optional>
#include <set>

#include "base/numbers.h"
#include "gradient_cases.h"
#include "passes/simplify.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers
namespace flag = expr::flag;

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

Problem make_problem(std::mt19937_64& random, const GradientCase& c) {
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
  for (const GradientCase& c : structural_cases()) tested.insert(c.op);
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
  for (const GradientCase& c : structural_cases()) {
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
  for (const GradientCase& c : structural_cases()) {
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

// As in Stan: an infinite slope would reject points whose density is finite.
TEST(Gradient, OfRootsAndPowersIsZeroAtZero) {
  const auto of = [](double at, auto f) {
    return gradient_at({at}, [&](Term x) { return sum(f(x)); })[0];
  };
  EXPECT_EQ(of(0.0, [](Term x) { return sqrt(x); }), 0.0);
  EXPECT_EQ(of(0.0, [](Term x) { return sqrt(square(x)); }), 0.0);
  EXPECT_EQ(of(0.0, [](Term x) { return pow(x, 0.7); }), 0.0);
  EXPECT_EQ(of(0.0, [](Term x) { return 1.0 / (1.0 + pow(x, -0.7)); }), 0.0);
  EXPECT_EQ(of(0.7, [](Term x) { return pow(0.0 * x, x); }), 0.0);
  EXPECT_EQ(of(0.7, [](Term x) { return 1.0 / (1.0 + pow(0.0 / x, -x)); }), 0.0);
  EXPECT_EQ(of(0.0, [](Term x) { return pow(x, 2.0); }), 0.0);
  EXPECT_EQ(of(0.0, [](Term x) { return exp(log_gamma_p(2.0, x)); }), 0.0);
  EXPECT_DOUBLE_EQ(of(4.0, [](Term x) { return sqrt(x); }), 0.25);
  EXPECT_DOUBLE_EQ(of(0.7, [](Term x) { return pow(2.0, x); }), std::log(2.0) * std::pow(2.0, 0.7));
}

TEST(Gradient, OfTrigammaIsThereBelowZero) {
  const auto of = [](double at) {
    return gradient_at({at}, [&](Term x) { return sum(trigamma(x)); })[0];
  };
  // mpmath: polygamma(2, x).
  EXPECT_NEAR(of(-2.5), -0.108204051641727403, 1e-14);
  EXPECT_NEAR(of(-0.3), 67.639081199883151529, 1e-11);
}

TEST(Gradient, OfLogSumExpIgnoresImpossibleTerms) {
  const auto g =
      gradient_at({-kInfinity, 0.0, std::log(3.0)}, [](Term x) { return log_sum_exp(x); });
  EXPECT_EQ(g[0], 0.0);
  EXPECT_DOUBLE_EQ(g[1], 0.25);
  EXPECT_DOUBLE_EQ(g[2], 0.75);
}

TEST(Gradient, OfTiesFollowsTheConvention) {
  EXPECT_EQ(gradient_at({2.0, 1.0, 2.0}, [](Term x) { return max_element(x); }),
            (std::vector<double>{0.5, 0.0, 0.5}));
  const auto twice = [](Term x) { return max_element(concat(std::vector<Term>{x, x})); };
  EXPECT_EQ(gradient_at({2.0, 1.0}, twice), (std::vector<double>{1.0, 0.0}));
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

TEST(Gradient, IsZeroWhereABranchIsNotTakenThoughItsSlopeIsNone) {
  Builder builder;
  const Term x(builder, builder.input("x", Shape::vector(3)));
  const Term inner = sqrt(x) / square(x) + exp(1000.0 * abs(x)) * log(x);
  const Term of_all = log(sum(x)) * dot(x, log(x));
  const Term taken = select(x > 0.5, inner * 0.0 + log(x), 2.0 * x);
  const Term other = select(sum(x) > 100.0, of_all, 0.0);
  const Graph graph = differentiate(std::move(builder).finish({(sum(taken) + other).id()})).graph;
  const std::vector<Array> inputs{{Shape::vector(3), {-1.0, 0.0, -0.3}}};
  EXPECT_EQ(interpret(graph, inputs)[1].numbers, std::vector<double>(3, 2.0));
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
