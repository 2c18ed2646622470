// These tests look at programs and evaluators: outputs, memory, strips, threads.
#include "evaluate/evaluator.h"

#include <thread>

#include "evaluate/code.h"
#include "evaluate/function.h"
#include "evaluate/support.h"
#include "expr/term.h"

namespace autumn::evaluate {
namespace {

using expr::Builder;
using expr::Index;
using expr::Shape;
using expr::Term;

TEST(Evaluator, AnInputAConstantAndTheSameNodeTwiceCanBeOutputs) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(3)));
  const Term unused(b, b.input("unused", Shape::vector(2)));
  const std::vector<double> numbers{7, 8};
  const Term c(b, b.constant(Shape::vector(2), numbers));
  const Term y = exp(x);
  const expr::Graph graph =
      std::move(b).finish({x.id(), c.id(), y.id(), y.id(), expr::element(x, 1).id(), x.id()});
  Random random = test_random(1);
  expect_reference(graph, random_inputs(graph, random), 1e-15);
}

TEST(Evaluator, OutputsSurviveWhatIsComputedAfterThem) {
  for (const std::size_t n : {4, 1000}) {
    Builder b;
    Term x(b, b.input("x", Shape::vector(n)));
    std::vector<expr::NodeId> outputs{x.id()};
    for (int i = 0; i < 20; ++i) {
      x = sin(x + 1.0);
      if (i % 3 == 0) outputs.push_back(x.id());
      if (i % 5 == 0) outputs.push_back(expr::sum(x).id());
      if (i % 7 == 0) x = expr::cumulative_sum(x) / 1000.0;
    }
    const expr::Graph graph = std::move(b).finish(outputs);
    Random random = test_random(2);
    expect_reference(graph, random_inputs(graph, random), 1e-13);
  }
}

TEST(Evaluator, AnEmptyGraphRuns) {
  Evaluator evaluator(prepare(expr::Graph{}));
  evaluator.run({});
  EXPECT_EQ(evaluator.program().memory(), 0U);
  EXPECT_EQ(to_text(evaluator.program()), "memory 0\nreturn\n");
}

TEST(Evaluator, OutputsDoNotMoveBetweenRunsOrWhenTheEvaluatorMoves) {
  Builder b;
  const Term x(b, b.input("x", Shape::scalar()));
  Evaluator first(prepare(std::move(b).finish({(2.0 * x).id()})));
  run(first, {{Shape::scalar(), {3.0}}});
  const double* where = first.output(0).data();
  Evaluator second(std::move(first));
  run(second, {{Shape::scalar(), {4.0}}});
  EXPECT_EQ(second.output(0).data(), where);
  EXPECT_EQ(second.output(0)[0], 8.0);
}

TEST(Evaluator, AProgramOutlivesItsGraphAndOtherCopies) {
  const auto make = [] {
    Builder b;
    const Term x(b, b.input("x", Shape::vector(300)));
    const std::vector<double> ones(300, 1.0);
    const Term c(b, b.constant(Shape::vector(300), ones));
    return Evaluator(prepare(std::move(b).finish({expr::sum(x + c).id()})));
  };
  Evaluator evaluator = make();
  run(evaluator, {{Shape::vector(300), std::vector<double>(300, 2.0)}});
  EXPECT_EQ(evaluator.output(0)[0], 900.0);
}

// Logistic regression with a gradient written by hand: y'eta - sum log(1 + e^eta), X'(y - p).
expr::Graph logistic(std::size_t rows, std::size_t cols) {
  Builder b;
  Random random = test_random(6);
  const Term beta(b, b.input("beta", Shape::vector(cols)));
  const Term x(b, b.constant(Shape::matrix(rows, cols),
                             random_array(Shape::matrix(rows, cols), random).numbers));
  const Term y(b,
               b.constant(Shape::vector(rows), random_array(Shape::vector(rows), random).numbers));
  const Term eta = expr::matmul(x, beta);
  const Term normaliser =
      expr::sum(expr::log1p_exp(eta));  // first, whatever a compiler begins with
  const Term value = expr::dot(y, eta) - normaliser;
  const Term gradient = expr::matmul(x, y - expr::inv_logit(eta), expr::flag::kTransposeLeft);
  return std::move(b).finish({value.id(), gradient.id()});
}

TEST(Strips, OneLoopHoldsTwoProductsAndEverythingBetween) {
  const PreparedProgram program = prepare(logistic(1000, 4));
  EXPECT_EQ(to_text(program),
            "memory 554\n"
            "@544 = input beta : vector[4]\n"
            "strips of 128 over 1000\n"
            "  @0 = matmul constant @544 : vector[1000]\n"
            "  @548 @288 = sum_log1p_exp_pair @0 : scalar\n"
            "  @549 = dot constant* @0 : scalar\n"
            "  @0 = sub constant* @288 : vector[1000]\n"
            "  @550 = matmul flags 1 constant @0 : vector[4]\n"
            "@544 = sub @549 @548 : scalar\n"
            "return @544 @550\n");
}

// w . log(s + a) and the sum of w / (s + a), with the operands of the sum in either order.
expr::Graph weighted_logs(std::size_t n, bool with_slope, bool scalar_first) {
  Builder b;
  Random random = test_random(7);
  const Term a(b, b.input("a", Shape::scalar()));
  const Term w(b, b.constant(Shape::vector(n), random_array(Shape::vector(n), random).numbers));
  std::vector<double> steps(n);
  for (std::size_t i = 0; i < n; ++i) steps[i] = static_cast<double>(i);
  const Term s(b, b.constant(Shape::vector(n), steps));
  const Term x = scalar_first ? a + s : s + a;
  std::vector<expr::NodeId> outputs{expr::dot(w, log(x)).id()};
  if (with_slope) outputs.push_back(expr::sum(w / x).id());
  return std::move(b).finish(outputs);
}

TEST(Fused, WeightedLogarithmsAndTheirSlopeAreOneStep) {
  EXPECT_EQ(to_text(prepare(weighted_logs(20, true, false))),
            "memory 3\n"
            "@0 = input a : scalar\n"
            "@1 @2 = dot_log_pair constant constant @0 : scalar\n"
            "return @1 @2\n");
  for (const std::size_t n : {1U, 2U, 7U, 8U, 9U, 52U, 256U, 257U, 1000U}) {
    for (const bool with_slope : {false, true}) {
      for (const bool scalar_first : {false, true}) {
        for (const double a : {1e-300, 0.3, 7.5, 1e9}) {
          expect_reference(weighted_logs(n, with_slope, scalar_first), {{Shape::scalar(), {a}}},
                           1e-12);
        }
      }
    }
  }
}

TEST(Fused, WeightedLogarithmsOutsideTheirDomainAreNotFinite) {
  Evaluator evaluator(prepare(weighted_logs(20, true, false)));
  for (const double a : {0.0, -0.5, -3.0, std::nan("")}) {
    run(evaluator, {{Shape::scalar(), {a}}});
    EXPECT_FALSE(std::isfinite(evaluator.output(0)[0])) << a;
  }
}

TEST(Strips, TemporariesOfALongChainTakeNoMoreThanAFewStrips) {
  constexpr std::size_t kLength = 100'000;
  Builder b;
  const Term x(b, b.input("x", Shape::scalar()));
  Random random = test_random(3);
  const auto data = random_array(Shape::vector(kLength), random);
  Term y = x * Term(b, b.constant(data.shape, data.numbers));
  for (int i = 0; i < 30; ++i) y = sin(y) + 0.5;
  const expr::Graph graph = std::move(b).finish({expr::sum(y).id()});
  const PreparedProgram program = prepare(graph);
  EXPECT_EQ(program.code().sections.size(), 1U);
  EXPECT_LE(program.memory(), 2 * 256 + 8U);
  // The reference adds 100,000 numbers one by one, with an error of its own of this size.
  expect_reference(graph, {{Shape::scalar(), {0.3}}}, 1e-12);
}

TEST(Strips, LoopsOfDifferentLengthsAndGathersBetweenThem) {
  Builder b;
  const Term group(b, b.input("group", Shape::vector(400)));
  std::vector<std::uint32_t> of_row(5000);
  for (std::size_t i = 0; i < of_row.size(); ++i)
    of_row[i] = static_cast<std::uint32_t>(i * 400 / 5000);
  const Term effect = exp(group);
  const Term rate = exp(expr::gather(effect, Index::list(of_row)) / 10.0);
  const Term back = expr::scatter_add(rate, Index::list(of_row), Shape::vector(400));
  const Term gradient = back * effect;
  const expr::Graph graph = std::move(b).finish({expr::sum(rate).id(), gradient.id()});
  const PreparedProgram program = prepare(graph);
  std::vector<std::size_t> lengths;
  for (const Section& section : program.code().sections) lengths.push_back(section.length);
  // The rows are gone through once: gather, exp, sum and scatter in one loop.
  EXPECT_EQ(lengths, (std::vector<std::size_t>{400, 5000, 400}));
  Random random = test_random(4);
  expect_reference(graph, random_inputs(graph, random), 1e-13);
}

TEST(Strips, ANodeReadBothByStripAndAsAWholeIsComputedOnce) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(700)));
  const Term y = exp(x);
  const Term reversed = expr::gather(y, Index::range(699, 700, -1));
  const Term total = expr::sum(y * reversed + square(y));
  const Term first = expr::element(y, 0) * y;
  const expr::Graph graph = std::move(b).finish({total.id(), first.id(), reversed.id()});
  const PreparedProgram program = prepare(graph);
  EXPECT_EQ(program.code().instructions.size(),
            6U);  // a product and the sum after it are one
  Random random = test_random(5);
  expect_reference(graph, random_inputs(graph, random), 1e-13);
}

TEST(Strips, NonFiniteNumbersPassThroughSumsAsInTheReference) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Builder b;
  const Term x(b, b.input("x", Shape::vector(1000)));
  const expr::Graph graph = std::move(b).finish({expr::sum(x).id(), expr::dot(x, x).id()});
  expr::Array input{Shape::vector(1000), std::vector<double>(1000, 1.0)};
  input.numbers[600] = kInfinity;
  expect_reference(graph, {input}, 0.0);
  input.numbers[999] = -kInfinity;
  expect_reference(graph, {input}, 0.0);
}

TEST(Threads, TwoEvaluatorsOfOneProgramDoNotDisturbEachOther) {
  const expr::Graph graph = logistic(2000, 5);
  const PreparedProgram program = prepare(graph);
  Random random = test_random(8);
  const auto one = random_inputs(graph, random), other = random_inputs(graph, random);
  const auto work = [&program](const std::vector<expr::Array>& inputs,
                               std::vector<double>& values) {
    Evaluator evaluator(program);
    for (int i = 0; i < 200; ++i) {
      run(evaluator, inputs);
      values.push_back(evaluator.output(0)[0]);
    }
  };
  std::vector<double> one_alone, other_alone, one_together, other_together;
  work(one, one_alone);
  work(other, other_alone);
  std::thread thread([&] { work(other, other_together); });
  work(one, one_together);
  thread.join();
  EXPECT_EQ(one_together, one_alone);
  EXPECT_EQ(other_together, other_alone);
  EXPECT_NE(one_alone, other_alone);
}

TEST(Function, GivesValueAndGradient) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(2)));
  const expr::Graph graph = std::move(b).finish({expr::sum(square(x)).id(), (2.0 * x).id()});
  EvaluatedFunction function(prepare(graph));
  const std::vector<double> point{3, 4};
  std::vector<double> gradient(2);
  LogDensity& seam = function;
  EXPECT_EQ(seam.dimension(), 2U);
  EXPECT_EQ(seam.evaluate(point, gradient), 25.0);
  EXPECT_EQ(gradient, (std::vector<double>{6, 8}));
}

TEST(Function, OfNoVariablesHasAValue) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(0)));
  const expr::Graph graph = std::move(b).finish({(expr::sum(x) + 1.5).id(), x.id()});
  EvaluatedFunction function(prepare(graph));
  EXPECT_EQ(function.evaluate({}, {}), 1.5);
}

}  // namespace
}  // namespace autumn::evaluate
