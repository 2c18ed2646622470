// These tests check that passes take time linear in the number of nodes of large and deep graphs,
// and no stack.
#include <ctime>

#include "passes/list.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

// Processor time, so that a busy machine does not matter.
double seconds_for(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Walked as a tree, 200 levels would take 10^41 steps.
TEST(Scale, AFibonacciGraphIsNotWalkedAsATree) {
  Builder b;
  Term before(b, b.input("x", Shape::scalar()));
  Term last = tanh(before);
  for (std::size_t i = 0; i < 200; ++i) {
    const Term next = 0.5 * last + tanh(before);
    before = last;
    last = next;
  }
  const NodeId output = last.id();
  const Graph graph = std::move(b).finish({output});
  const Graph passed = run_passes(graph, kDensityPasses).rewritten.graph;
  EXPECT_LT(passed.size(), 20 * graph.size());
  EXPECT_FALSE(to_text(passed).empty());
  expect_gradient(graph, {Array{Shape::scalar(), {0.3}}}, 1e-8, "fibonacci");
}

double seconds_for_chain(std::size_t length) {
  Builder b;
  const Term x(b, b.input("x", Shape::scalar()));
  Term chain = x;
  for (std::size_t i = 0; i < length; ++i) chain = tanh(chain) + x;
  const NodeId output = chain.id();
  const Graph graph = std::move(b).finish({output});
  Graph passed;
  const double seconds =
      seconds_for([&] { passed = run_passes(graph, kDensityPasses).rewritten.graph; });
  EXPECT_GT(passed.size(), length);
  return seconds;
}

// Ten times the nodes take ten times as long, plus something for memory that is further away; in
// quadratic time they would take a hundred times. About 1 s for the long chain.
TEST(Scale, AChainOfManyNodesIsPassedInLinearTime) {
  const double before = seconds_for_chain(10'000);
  EXPECT_LT(seconds_for_chain(100'000), 40.0 * before + 0.5);
}

// sum(s1 - s2 (s3 - s4 (... x))): each scalar comes out of the sum in turn.
TEST(Scale, ScalarsComeOutOfASumFromAnyDepth) {
  constexpr std::size_t kLength = 20'000;
  Builder b;
  const Term s(b, b.input("s", Shape::vector(kLength)));
  const Term x(b, b.input("x", Shape::vector(3)));
  Term chain = exp(x);
  for (std::size_t i = 0; i < kLength; ++i) {
    chain = i % 2 == 0 ? element(s, i) * chain : element(s, i) - chain;
  }
  const NodeId output = sum(chain).id();
  const Graph graph = std::move(b).finish({output});
  Graph simple;
  const double seconds = seconds_for([&] { simple = simplify(graph).graph; });
  EXPECT_LT(seconds, 20.0);
  std::size_t arrays = 0;
  for (std::uint32_t i = 0; i < simple.size(); ++i) arrays += !simple.shape(NodeId{i}).is_scalar();
  EXPECT_EQ(arrays, 3U);  // s, x and exp(x)
}

TEST(Scale, ElementsOfALongPackAreFoundByBisection) {
  constexpr std::size_t kLength = 50'000;
  Builder b;
  const Term x(b, b.input("x", Shape::vector(kLength)));
  std::vector<Term> parts;
  for (std::size_t i = 0; i < kLength; ++i) parts.push_back(exp(element(x, i)));
  const Term pack = expr::concat(parts);
  Term total = constant(b, 0.0);
  for (std::size_t i = 0; i < kLength; ++i) total = total + log(element(pack, i));
  const NodeId output = total.id();
  const Graph graph = std::move(b).finish({output});
  Graph passed;
  const double seconds =
      seconds_for([&] { passed = run_passes(graph, kDensityPasses).rewritten.graph; });
  EXPECT_LT(seconds, 20.0);
  for (std::uint32_t i = 0; i < passed.size(); ++i) EXPECT_NE(passed.op(NodeId{i}), Op::kExp);
}

}  // namespace
}  // namespace autumn::passes
