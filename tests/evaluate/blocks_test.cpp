// These tests look at loops that are divided into blocks of rows: what they add up, and that bytes
// do not depend on the threads that share them.
#include "evaluate/blocks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/team.h"
#include "evaluate/evaluator.h"
#include "evaluate/function.h"
#include "evaluate/support.h"
#include "expr/term.h"
#include "passes/differentiate.h"

namespace autumn::evaluate {
namespace {

using expr::Builder;
using expr::Index;
using expr::Shape;
using expr::Term;

constexpr std::size_t kRows = 3 * kBlockRows + 1000;

Term random_constant(Builder& b, Shape shape, Random& random) {
  std::vector<double> numbers(shape.size());
  for (double& x : numbers) x = random.normal();
  return {b, b.constant(shape, numbers)};
}

// A log density of a vector of `size` numbers, with its gradient.
using Density = std::function<Term(Builder&, Term, Random&)>;

expr::Graph with_gradient(std::size_t size, const Density& density) {
  Builder b;
  Random random = test_random(7);
  const Term x(b, b.input("x", Shape::vector(size)));
  const Term value = density(b, x, random);
  return passes::differentiate(std::move(b).finish({value.id()})).graph;
}

Term logistic(Builder& b, Term x, Random& random) {
  const Term matrix = random_constant(b, Shape::matrix(kRows, 5), random);
  const Term eta = expr::matmul(matrix, x);
  const Term y = random_constant(b, Shape::vector(kRows), random);
  return expr::dot(y, eta) - expr::sum(log1p_exp(eta));
}

Term gathered(Builder& b, Term x, const Index& index, Random& random) {
  const Term y = random_constant(b, Shape::vector(index.size()), random);
  const Term rate = exp(expr::gather(x, index) + 0.1 * y);
  return expr::dot(y, square(rate)) - expr::sum(rate);
}

Index groups(std::size_t count, bool is_sorted) {
  std::vector<std::uint32_t> elements(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    elements[i] = static_cast<std::uint32_t>(is_sorted ? i * count / kRows : i * 7919 % count);
  }
  return Index::list(std::move(elements));
}

std::vector<double> value_and_gradient(const expr::Graph& graph, Team* team, InstructionSet set) {
  EvaluatedFunction function(prepare(graph), set, team);
  std::vector<double> x(function.dimension());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.3 * std::sin(1.0 + static_cast<double>(i));
  std::vector<double> result(x.size());
  for (int again = 0; again < 3; ++again) {  // nothing is left of the evaluation before
    result.resize(x.size());
    result.push_back(function.evaluate(x, result));
  }
  return result;
}

bool has_blocks(const expr::Graph& graph) {
  return to_text(prepare(graph)).find("in blocks of") != std::string::npos;
}

struct DividedSum {
  const char* name;
  std::size_t size;
  Density density;
};

std::vector<DividedSum> divided_sums() {
  const auto of_groups = [](std::size_t count, bool is_sorted) {
    return [=](Builder& b, Term x, Random& random) {
      return gathered(b, x, groups(count, is_sorted), random);
    };
  };
  return {{"logistic", 5, logistic},
          {"groups in order", 3000, of_groups(3000, true)},
          {"groups in any order", 300, of_groups(300, false)},
          {"many groups in any order", 7000, of_groups(7000, false)},
          {"every second row", 2 * kRows, [](Builder& b, Term x, Random& random) {
             return gathered(b, x, Index::range(1, kRows, 2), random);
           }}};
}

TEST(Blocks, BytesDoNotDependOnTheNumberOfThreads) {
  for (const DividedSum& c : divided_sums()) {
    const expr::Graph graph = with_gradient(c.size, c.density);
    for (const InstructionSet set : available_instruction_sets()) {
      const std::vector<double> alone = value_and_gradient(graph, nullptr, set);
      for (const std::size_t workers : {1, 2, 3, 8}) {
        Team team(workers);
        EXPECT_EQ(value_and_gradient(graph, &team, set), alone) << c.name << ", " << workers;
      }
    }
  }
}

TEST(Blocks, AddUpToWhatTheReferenceAddsUp) {
  for (const DividedSum& c : divided_sums()) {
    const expr::Graph graph = with_gradient(c.size, c.density);
    Random random = test_random(3);
    expect_reference(graph, random_inputs(graph, random), 1e-9);
  }
}

TEST(Blocks, ShortLoopsHaveNone) {
  const auto of = [](std::size_t rows) {
    return with_gradient(rows, [](Builder&, Term x, Random&) { return expr::sum(exp(x)); });
  };
  EXPECT_FALSE(has_blocks(of(kBlockRows)));
  EXPECT_TRUE(has_blocks(of(kBlockRows + 1)));
}

TEST(Blocks, AreLongerWhereEachAddsToManyNumbers) {
  const auto text = [](std::size_t count, bool is_sorted) {
    return to_text(prepare(with_gradient(count, [&](Builder& b, Term x, Random& random) {
      return gathered(b, x, groups(count, is_sorted), random);
    })));
  };
  const std::string usual = "in blocks of " + std::to_string(kBlockRows);
  EXPECT_NE(text(100, false).find(usual), std::string::npos);
  EXPECT_NE(text(kRows / 20, true).find(usual), std::string::npos);
  EXPECT_EQ(text(kRows / 20, false).find(usual), std::string::npos);
  EXPECT_EQ(text(kRows / 2, false).find("in blocks of"), std::string::npos);
}

TEST(Blocks, NumbersOfEarlierOnesAreNotChangedByMoreRows) {
  // The sum over rows that contribute nothing is the sum without them.
  const auto sum_of = [](std::size_t rows) {
    std::vector<double> weights(rows, 0.0);
    Random random = test_random(5);
    for (std::size_t i = 0; i < 3 * kBlockRows; ++i) weights[i] = random.normal();
    Builder b;
    const Term x(b, b.input("x", Shape::vector(1)));
    const Term w(b, b.constant(Shape::vector(rows), weights));
    const Term value = expr::sum(w * exp(expr::element(x, 0) * w));
    const expr::Graph graph = std::move(b).finish({value.id(), x.id()});
    return value_and_gradient(graph, nullptr, default_instruction_set()).back();
  };
  EXPECT_EQ(sum_of(3 * kBlockRows), sum_of(8 * kBlockRows));
}

}  // namespace
}  // namespace autumn::evaluate
