// This file copies expressions into another graph, operands first, with a stack of its own because
// recurrences are deep.
#include "collapse/copier.h"

#include <utility>

namespace autumn::collapse {

using expr::NodeId;
using expr::Op;

NodeId Copier::operator()(NodeId node) {
  copies_.resize(from_.graph().size());
  std::vector<NodeId> stack{node};
  while (!stack.empty()) {
    const NodeId next = stack.back();
    const std::size_t before = stack.size();
    if (!copies_[next.value]) {
      for (const NodeId operand : from_.graph().operands(next)) {
        if (!copies_[operand.value]) stack.push_back(operand);
      }
      if (stack.size() != before) continue;
      copies_[next.value] = made(next);
    }
    stack.pop_back();
  }
  return *copies_[node.value];
}

NodeId Copier::anew(NodeId node) {
  const auto operands = from_.graph().operands(node);
  for (const NodeId operand : std::vector<NodeId>(operands.begin(), operands.end())) {
    static_cast<void>((*this)(operand));
  }
  return made(node);
}

void Copier::put(NodeId node, NodeId in_its_place) {
  copies_.resize(from_.graph().size());
  copies_[node.value] = in_its_place;
}

NodeId Copier::made(NodeId node) {
  const expr::Graph& graph = from_.graph();
  if (graph.op(node) == Op::kInput) return inputs_[graph.node(node).payload];
  std::vector<NodeId> operands;
  for (const NodeId operand : graph.operands(node)) operands.push_back(*copies_[operand.value]);
  return to_.copy(graph, node, operands);
}

bool depends_on_inputs(const expr::Graph& graph, NodeId node) {
  const NodeId roots[] = {node};
  for (const NodeId id : expr::reachable(graph, roots)) {
    if (graph.op(id) == Op::kInput) return true;
  }
  return false;
}

}  // namespace autumn::collapse
