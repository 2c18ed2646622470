// This file copies expressions from one graph into another under construction.
#include "passes/copy.h"

#include "passes/rewrite.h"

namespace autumn::passes {

std::vector<NodeId> copy_into(Builder& to, const Graph& from, std::span<const NodeId> roots,
                              std::span<const NodeId> input_nodes) {
  AUTUMN_CHECK(&to.graph() != &from, "expressions are copied from another graph");
  AUTUMN_CHECK(input_nodes.size() <= from.inputs().size(), "there is one node per input slot");
  for (std::size_t s = 0; s < input_nodes.size(); ++s) {
    AUTUMN_CHECK(to.shape(input_nodes[s]) == from.inputs()[s].shape,
                 "a node in place of an input has its shape");
  }
  std::vector<NodeId> map(from.size(), kNoNode);
  std::vector<NodeId> operands;
  for (const NodeId id : reachable(from, roots)) {
    operands.clear();
    for (const NodeId operand : from.operands(id)) operands.push_back(map[operand.value]);
    if (from.op(id) == expr::Op::kInput) {
      const std::uint32_t slot = from.node(id).payload;
      AUTUMN_CHECK(slot < input_nodes.size(), "the slots that are used have a node");
      map[id.value] = input_nodes[slot];
    } else {
      map[id.value] = to.copy(from, id, operands);
    }
  }
  std::vector<NodeId> copies;
  for (const NodeId root : roots) copies.push_back(map[root.value]);
  return copies;
}

}  // namespace autumn::passes
