// This file moves gathers outward past arithmetic with scalars, for the pass `hoist`.
#include "passes/hoist.h"

#include <optional>

#include "passes/share.h"

namespace autumn::passes {
namespace {

using expr::Op;

bool is_arithmetic(Op op) {
  return op == Op::kAdd || op == Op::kSub || op == Op::kMul || op == Op::kDiv || op == Op::kNegate;
}

// The gather among the operands, if it is the only array and repeats elements.
std::optional<NodeId> repeated(const Graph& graph, std::span<const NodeId> operands) {
  std::optional<NodeId> gather;
  for (const NodeId x : operands) {
    if (graph.shape(x).is_scalar()) continue;
    if (gather || graph.op(x) != Op::kGather) return std::nullopt;
    gather = x;
  }
  if (!gather) return std::nullopt;
  const expr::Shape source = graph.shape(graph.operand(*gather, 0));
  if (source.is_scalar() || graph.shape(*gather).size() < 2 * source.size()) return std::nullopt;
  return gather;
}

NodeId hoisted(Builder& to, const Graph& from, NodeId id, std::span<const NodeId> operands) {
  const auto gather = is_arithmetic(from.op(id)) ? repeated(to.graph(), operands) : std::nullopt;
  if (!gather) return to.copy(from, id, operands);
  std::vector<NodeId> inner(operands.begin(), operands.end());
  for (NodeId& x : inner) {
    if (x == *gather) x = to.graph().operand(*gather, 0);
  }
  const expr::Index index = to.graph().index(*gather);
  return to.gather(to.apply(from.op(id), inner), index, from.shape(id));
}

}  // namespace

Rewritten hoist(const Graph& graph) {
  bool applies = false;
  for (const NodeId id : reachable(graph, graph.outputs())) {
    applies = applies || (is_arithmetic(graph.op(id)) && repeated(graph, graph.operands(id)));
  }
  if (!applies) return unchanged(graph);
  const Rewritten moved = rebuild(graph, hoisted);
  Rewritten shared = share(moved.graph);  // without what is no longer needed
  return {std::move(shared.graph), compose(moved.map, shared.map)};
}

}  // namespace autumn::passes
