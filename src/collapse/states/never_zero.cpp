// This file proves from ranges, and from products of what is not zero, that slopes are not zero.
#include "collapse/states/never_zero.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/range.h"

namespace autumn::collapse {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;

// A parameter is zero at points without mass.
bool is_proved(const Graph& graph, NodeId node, const std::vector<bool>& is_never_zero) {
  switch (graph.op(node)) {
    case Op::kInput: return true;
    case Op::kConstant:
      return std::ranges::all_of(graph.constant(node),
                                 [](double x) { return x != 0.0 && std::isfinite(x); });
    case Op::kDiv: return is_never_zero[graph.operand(node, 0).value];
    case Op::kNegate:
    case Op::kAbs:
    case Op::kSqrt:
    case Op::kSquare:
    case Op::kInverse:
    case Op::kMul:
    case Op::kGather:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kConcat:
      return std::ranges::all_of(graph.operands(node),
                                 [&](NodeId operand) { return is_never_zero[operand.value]; });
    default: return false;
  }
}

}  // namespace

void keep_never_zero(const model::Model& model, Innovations& innovations) {
  if (innovations.all.empty()) return;
  model::Model whole = model;
  whole.graph = innovations.builder.graph();
  const std::vector<model::Range> ranges = model::ranges(whole);
  std::vector<NodeId> slopes;
  for (const Innovation& one : innovations.all) slopes.push_back(one.slope);
  std::vector<bool> is_never_zero(whole.graph.size(), false);
  for (const NodeId node : expr::reachable(whole.graph, slopes)) {
    is_never_zero[node.value] =
        ranges[node.value].is_positive() || is_proved(whole.graph, node, is_never_zero);
  }
  std::erase_if(innovations.all,
                [&](const Innovation& one) { return !is_never_zero[one.slope.value]; });
}

}  // namespace autumn::collapse
