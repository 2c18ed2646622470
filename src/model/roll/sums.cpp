// This file flattens sums, with a stack of its own: an accumulator is as deep as its loop is long.
#include "model/roll/sums.h"

namespace autumn::model {

using expr::Graph;
using expr::NodeId;
using expr::Op;

bool is_sum(Op op) {
  return op == Op::kAdd || op == Op::kSub;
}

std::vector<bool> inner_sums(const Graph& graph, std::span<const NodeId> roots) {
  std::vector<std::uint32_t> uses(graph.size(), 0);
  std::vector<bool> is_used_by_sum(graph.size(), false);
  for (const NodeId id : roots) ++uses[id.value];
  for (const NodeId id : expr::reachable(graph, roots)) {
    for (const NodeId operand : graph.operands(id)) {
      ++uses[operand.value];
      is_used_by_sum[operand.value] = is_sum(graph.op(id));
    }
  }
  std::vector<bool> is_inner(graph.size(), false);
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    is_inner[i] = uses[i] == 1 && is_used_by_sum[i] && is_sum(graph.op(NodeId{i}));
  }
  return is_inner;
}

std::vector<Signed> terms_of(const Graph& graph, NodeId sum, const std::vector<bool>& is_inner) {
  std::vector<Signed> terms;
  std::vector<Signed> stack{{sum}};
  while (!stack.empty()) {
    const Signed next = stack.back();
    stack.pop_back();
    if (next.node != sum && !is_inner[next.node.value]) {
      terms.push_back({next.node, next.is_negative, static_cast<std::uint32_t>(terms.size())});
      continue;
    }
    const bool flips = graph.op(next.node) == Op::kSub;
    stack.push_back({graph.operand(next.node, 1), next.is_negative != flips});
    stack.push_back({graph.operand(next.node, 0), next.is_negative});
  }
  return terms;
}

}  // namespace autumn::model
