// This file follows zeros through products, which the graph itself must not do.
#include "collapse/fixed_numbers.h"

#include <algorithm>
#include <utility>

#include "collapse/copier.h"
#include "expr/interpret.h"

namespace autumn::collapse {

using expr::NodeId;
using expr::Op;

std::optional<std::vector<double>> FixedNodes::numbers(NodeId node) {
  const expr::Graph& graph = builder_.graph();
  if (!depends_on_inputs(graph, node)) return expr::interpret_fixed(graph, node).numbers;
  const NodeId roots[] = {node};
  for (const NodeId id : expr::reachable(graph, roots)) {
    if (!known_.contains(id)) known_[id] = made(id);
  }
  return known_.at(node);
}

bool FixedNodes::is_zero(NodeId node) const {
  const auto& numbers = known_.at(node);
  return numbers && std::ranges::all_of(*numbers, [](double x) { return x == 0.0; });
}

// Operands are known, or known to be none.
std::optional<std::vector<double>> FixedNodes::made(NodeId node) {
  const expr::Graph& graph = builder_.graph();
  const Op op = graph.op(node);
  if (op == Op::kInput) return std::nullopt;
  if (graph.is_constant(node)) {
    const auto numbers = graph.constant(node);
    return std::vector<double>(numbers.begin(), numbers.end());
  }
  const auto operands = graph.operands(node);
  const bool is_product = op == Op::kMul || op == Op::kMatmul || op == Op::kDot;
  const bool has_zero = is_product
                            ? std::ranges::any_of(operands, [&](NodeId x) { return is_zero(x); })
                            : op == Op::kDiv && is_zero(operands[0]);
  if (has_zero) return std::vector<double>(graph.shape(node).size(), 0.0);
  expr::Builder scratch;
  std::vector<NodeId> constants;
  for (const NodeId operand : operands) {
    const auto& numbers = known_.at(operand);
    if (!numbers) return std::nullopt;
    constants.push_back(scratch.constant(graph.shape(operand), *numbers));
  }
  if (op == Op::kKernel || op == Op::kPart) return std::nullopt;
  return expr::interpret_fixed(scratch.graph(), scratch.copy(graph, node, constants)).numbers;
}

}  // namespace autumn::collapse
