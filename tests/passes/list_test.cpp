// These tests look at the runner of passes, and at copying between graphs.
#include "passes/list.h"
#include "passes/copy.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

Graph example() {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(3)));
  const NodeId output = sum(square(x) + 0.0).id();
  return std::move(b).finish({output});
}

TEST(PassList, RecordsEachPass) {
  std::vector<std::string> seen;
  PassOptions options;
  options.with_text = true;
  options.on_record = [&](const PassRecord& record) { seen.emplace_back(record.name); };
  const PassesResult result = run_passes(example(), kDensityPasses, options);
  EXPECT_EQ(seen,
            (std::vector<std::string>{"share", "covariances", "factors", "recurrences", "simplify",
                                      "statistics", "merge-rows", "hoist", "differentiate",
                                      "collect", "simplify-gradient", "arrange"}));
  ASSERT_EQ(result.records.size(), 12U);
  EXPECT_EQ(result.records[4].nodes_before, 5U);
  EXPECT_EQ(result.records[4].nodes_after, 2U);
  EXPECT_EQ(result.records[4].text,
            "%0 = input x : vector[3]\n"
            "%1 = dot %0 %0 : scalar\n"
            "return %1\n");
  EXPECT_EQ(result.records[9].text,
            "%0 = input x : vector[3]\n"
            "%1 = dot %0 %0 : scalar\n"
            "%2 = mul 2 %0 : vector[3]\n"
            "return %1 %2\n");
}

TEST(PassList, SaysUnchangedWhenNothingMoved) {
  constexpr Pass kTwice[] = {{"simplify", simplify}, {"again", simplify}};
  PassOptions options;
  options.with_text = true;
  const PassesResult result = run_passes(example(), kTwice, options);
  EXPECT_EQ(result.records[1].text, "(unchanged)");
  EXPECT_NE(result.records[0].text, "(unchanged)");
}

TEST(PassList, LeavesOutDisabledPasses) {
  PassOptions options;
  options.disabled = {"simplify", "simplify-gradient"};
  const PassesResult result = run_passes(example(), kDensityPasses, options);
  ASSERT_EQ(result.records.size(), 10U);
  EXPECT_TRUE(result.records[0].text.empty());
  const Array input{Shape::vector(3), {1.0, 2.0, 3.0}};
  const auto values = interpret(result.rewritten.graph, std::span(&input, 1));
  EXPECT_EQ(values[0].numbers[0], 14.0);
  EXPECT_EQ(values[1].numbers, (std::vector<double>{2.0, 4.0, 6.0}));
}

TEST(PassList, ComposesTheMaps) {
  const Graph graph = example();
  const PassesResult result = run_passes(graph, kDensityPasses);
  EXPECT_EQ(result.rewritten.map.size(), graph.size());
  EXPECT_EQ(result.rewritten.map[graph.outputs()[0].value], result.rewritten.graph.outputs()[0]);
}

TEST(PassList, RefusesUnknownNamesAndSuggestsTheNearest) {
  const std::string good[] = {"simplify"};
  const std::string bad[] = {"simplfy"};
  EXPECT_TRUE(check_names(kDensityPasses, good).is_ok());
  const Status status = check_names(kDensityPasses, bad);
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.error().message, "there is no pass named 'simplfy'");
  EXPECT_EQ(status.error().suggestion, "did you mean 'simplify'?");
}

Rewritten broken_pass(const Graph&) {
  Builder b;
  const NodeId x = b.input("x", Shape::scalar());
  const NodeId bad = b.apply(Op::kAdd, {x});  // one operand too few
  return {std::move(b).finish({bad}), std::vector<NodeId>(5, kNoNode)};
}

TEST(PassListDeathTest, ChecksTheGraphAfterEachPass) {
  constexpr Pass kBroken[] = {{"broken", broken_pass}};
  EXPECT_DEATH(static_cast<void>(run_passes(example(), kBroken)),
               "pass broken makes a valid graph: node 1 \\(add\\): has 1 operand");
}

TEST(CopyInto, PutsNodesInPlaceOfInputs) {
  Builder source;
  const Term x(source, source.input("x", Shape::scalar()));
  const Term y(source, source.input("y", Shape::scalar()));
  const NodeId difference = (x - y).id();
  const NodeId product = (x * y).id();
  const Graph from = std::move(source).finish({});

  Builder b;
  const Term z(b, b.input("z", Shape::scalar()));
  const NodeId in_place[] = {exp(z).id(), z.id()};
  const NodeId roots[] = {product, difference};
  const auto copies = copy_into(b, from, roots, in_place);
  EXPECT_EQ(to_text(std::move(b).finish(copies)),
            "%0 = input z : scalar\n"
            "%1 = exp %0 : scalar\n"
            "%2 = mul %1 %0 : scalar\n"
            "%3 = sub %1 %0 : scalar\n"
            "return %2 %3\n");
}

TEST(CopyInto, SharesWithWhatIsThere) {
  Builder source;
  const NodeId root = exp(Term(source, source.input("x", Shape::scalar()))).id();
  const Graph from = std::move(source).finish({});
  Builder b;
  const Term z(b, b.input("z", Shape::scalar()));
  const NodeId there = exp(z).id();
  const NodeId in_place[] = {z.id()};
  EXPECT_EQ(copy_into(b, from, std::span(&root, 1), in_place)[0], there);
}

TEST(CopyIntoDeathTest, RefusesNodesOfAnotherShape) {
  Builder source;
  const NodeId root = source.input("x", Shape::scalar());
  const Graph from = std::move(source).finish({});
  Builder b;
  const NodeId in_place[] = {b.input("z", Shape::vector(2))};
  EXPECT_DEATH(static_cast<void>(copy_into(b, from, std::span(&root, 1), in_place)),
               "has its shape");
}

}  // namespace
}  // namespace autumn::passes
