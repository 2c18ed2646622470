// This file implements the pass `collect`, which turns x + x into 2 * x.
#include "passes/collect.h"

#include <cmath>
#include <optional>

#include "passes/share.h"

namespace autumn::passes {
namespace {

using expr::Op;

std::optional<double> number(const Graph& graph, NodeId id) {
  if (!graph.is_constant(id) || !graph.shape(id).is_scalar()) return std::nullopt;
  return graph.constant(id)[0];
}

NodeId scaled(Builder& to, double c, NodeId x) {
  if (c == 1.0) return x;
  if (c == -1.0) return to.apply(Op::kNegate, {x});
  return to.apply(Op::kMul, {to.constant(c), x});
}

NodeId doubled(Builder& to, NodeId x) {
  const Graph& graph = to.graph();
  if (graph.op(x) == Op::kMul) {
    const NodeId a = graph.operand(x, 0), b = graph.operand(x, 1);
    const auto c = number(graph, a);
    if (c && std::isnormal(2.0 * *c)) return scaled(to, 2.0 * *c, b);
  }
  return scaled(to, 2.0, x);
}

bool adds_equals(Op op, std::span<const NodeId> operands) {
  return op == Op::kAdd && operands[0] == operands[1];
}

}  // namespace

Rewritten collect(const Graph& graph) {
  bool applies = false;
  for (const NodeId id : reachable(graph, graph.outputs())) {
    applies = applies || adds_equals(graph.op(id), graph.operands(id));
  }
  if (!applies) return unchanged(graph);
  const Rewritten moved = rebuild(
      graph, [](Builder& to, const Graph& from, NodeId id, std::span<const NodeId> operands) {
        return adds_equals(from.op(id), operands) ? doubled(to, operands[0])
                                                  : to.copy(from, id, operands);
      });
  Rewritten shared = share(moved.graph);  // without what is no longer needed
  return {std::move(shared.graph), compose(moved.map, shared.map)};
}

}  // namespace autumn::passes
