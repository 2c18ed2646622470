// These tests hold `share` to what it keeps: one node for what is equal, none for what nobody
// needs.
#include "passes/share.h"

#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers

TEST(Share, RemovesWhatIsNotNeededAndJoinsWhatIsEqual) {
  Builder b;
  const Term x(b, b.input("x", Shape::scalar()));
  const Term y(b, b.input("y", Shape::scalar()));
  const Term unused = exp(x);
  const NodeId output = ((x + y) * (y + x) + 2.0).id();
  const Graph graph = std::move(b).finish({output});
  const Rewritten shared = share(graph);
  EXPECT_EQ(to_text(shared.graph),
            "%0 = input x : scalar\n"
            "%1 = input y : scalar\n"
            "%2 = add %0 %1 : scalar\n"
            "%3 = mul %2 %2 : scalar\n"
            "%4 = add 2 %3 : scalar\n"
            "return %4\n");
  EXPECT_EQ(shared.graph.size(), 6U);
  EXPECT_EQ(shared.map[unused.id().value], kNoNode);
  EXPECT_EQ(share(shared.graph).graph, shared.graph);
}

TEST(Share, KeepsInputSlotsThatNothingUses) {
  Builder b;
  static_cast<void>(b.input("unused", Shape::vector(2)));
  const NodeId x = b.input("x", Shape::scalar());
  const Graph shared = share(std::move(b).finish({x})).graph;
  ASSERT_EQ(shared.inputs().size(), 2U);
  EXPECT_EQ(shared.size(), 1U);
  EXPECT_EQ(shared.node(shared.outputs()[0]).payload, 1U);
}

}  // namespace
}  // namespace autumn::passes
