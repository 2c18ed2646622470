// This file copies expressions into another graph, operands first, with a stack of its own because
// recurrences are deep.
#include "collapse/copier.h"

#include <utility>

namespace autumn::collapse {

using expr::NodeId;
using expr::Op;

bool Copied::contains(NodeId node) const {
  const auto page = pages_.find(node.value / kPage);
  return page != pages_.end() && (*page->second)[node.value % kPage];
}

NodeId Copied::at(NodeId node) const {
  return *(*pages_.at(node.value / kPage))[node.value % kPage];
}

void Copied::put(NodeId node, NodeId in_its_place) {
  std::unique_ptr<Page>& page = pages_[node.value / kPage];
  if (!page) page = std::make_unique<Page>();
  (*page)[node.value % kPage] = in_its_place;
}

NodeId Copier::operator()(NodeId node) {
  std::vector<NodeId> stack{node};
  while (!stack.empty()) {
    const NodeId next = stack.back();
    const std::size_t before = stack.size();
    if (!copies_.contains(next)) {
      for (const NodeId operand : from_.graph().operands(next)) {
        if (!copies_.contains(operand)) stack.push_back(operand);
      }
      if (stack.size() != before) continue;
      copies_.put(next, made(next));
    }
    stack.pop_back();
  }
  return copies_.at(node);
}

NodeId Copier::anew(NodeId node) {
  const auto operands = from_.graph().operands(node);
  for (const NodeId operand : std::vector<NodeId>(operands.begin(), operands.end())) {
    static_cast<void>((*this)(operand));
  }
  return made(node);
}

void Copier::put(NodeId node, NodeId in_its_place) {
  copies_.put(node, in_its_place);
}

NodeId Copier::made(NodeId node) {
  const expr::Graph& graph = from_.graph();
  if (graph.op(node) == Op::kInput) return inputs_(graph.node(node).payload);
  std::vector<NodeId> operands;
  for (const NodeId operand : graph.operands(node)) operands.push_back(copies_.at(operand));
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
