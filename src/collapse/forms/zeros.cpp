// This file follows zeros from constants through products, in one sweep over the graph.
#include "collapse/forms/zeros.h"

#include <algorithm>

#include "model/finite.h"
#include "model/range.h"

namespace autumn::collapse {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;

bool is_zero_constant(const Graph& graph, NodeId id) {
  const auto numbers = graph.constant(id);
  return !numbers.empty() && std::ranges::all_of(numbers, [](double x) { return x == 0.0; });
}

// Whether the node is zero if it is a number.
bool is_zero_there(const Graph& graph, NodeId id, const std::vector<bool>& is_zero) {
  const auto operands = graph.operands(id);
  const auto is_known = [&](NodeId x) { return is_zero[x.value]; };
  switch (graph.op(id)) {
    case Op::kConstant: return is_zero_constant(graph, id);
    case Op::kInput: return false;
    case Op::kMul:
    case Op::kDot:
    case Op::kMatmul: return std::ranges::any_of(operands, is_known);
    case Op::kDiv: return is_known(operands[0]);
    case Op::kNegate:
    case Op::kAdd:
    case Op::kSub: return std::ranges::all_of(operands, is_known);
    default:
      return expr::only_moves_or_adds(graph.op(id)) && !operands.empty() &&
             std::ranges::all_of(operands, is_known);
  }
}

}  // namespace

std::vector<bool> zero_nodes(const model::Model& model) {
  const Graph& graph = model.graph;
  std::vector<bool> is_zero(graph.size(), false);
  bool has_product = false;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    is_zero[i] = is_zero_there(graph, NodeId{i}, is_zero);
    has_product = has_product || (is_zero[i] && !graph.is_constant(NodeId{i}));
  }
  if (!has_product) return is_zero;
  // Zero times what is not finite is NaN, which nothing after it makes zero again.
  const std::vector<bool> is_finite =
      model::finite_nodes(model, model::ranges(model), model::Exponentials::kMayOverflow);
  for (std::uint32_t i = 0; i < graph.size(); ++i) is_zero[i] = is_zero[i] && is_finite[i];
  return is_zero;
}

}  // namespace autumn::collapse
