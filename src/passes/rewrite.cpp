// This file rebuilds graphs node by node.
#include "passes/rewrite.h"

#include <utility>

#include "passes/share.h"

namespace autumn::passes {

std::vector<NodeId> compose(std::span<const NodeId> first, std::span<const NodeId> second) {
  std::vector<NodeId> map(first.begin(), first.end());
  for (NodeId& id : map) {
    if (id != kNoNode) id = second[id.value];
  }
  return map;
}

Rewritten unchanged(const Graph& graph) {
  std::vector<NodeId> map(graph.size());
  for (std::uint32_t i = 0; i < graph.size(); ++i) map[i] = NodeId{i};
  return {graph, std::move(map)};
}

Rewritten rebuild(const Graph& graph, const CopyRule& rule) {
  Builder builder;
  builder.declare_inputs(graph);
  std::vector<NodeId> map(graph.size(), kNoNode);
  std::vector<NodeId> operands;
  for (const NodeId id : reachable(graph, graph.outputs())) {
    operands.clear();
    for (const NodeId operand : graph.operands(id)) operands.push_back(map[operand.value]);
    map[id.value] = rule(builder, graph, id, operands);
  }
  std::vector<NodeId> outputs;
  for (const NodeId output : graph.outputs()) outputs.push_back(map[output.value]);
  return {std::move(builder).finish(std::move(outputs)), std::move(map)};
}

Rewritten rebuild_where(const Graph& graph, Rebuilding& to, const PartialRule& rule) {
  to.map.assign(graph.size(), kNoNode);
  to.builder.declare_inputs(graph);
  bool is_changed = false;
  std::vector<NodeId> operands;
  for (const NodeId id : reachable(graph, graph.outputs())) {
    operands.clear();
    for (const NodeId x : graph.operands(id)) operands.push_back(to.map[x.value]);
    const std::optional<expr::Term> other = rule(id);
    is_changed = is_changed || other;
    to.map[id.value] = other ? other->id() : to.builder.copy(graph, id, operands);
  }
  if (!is_changed) return unchanged(graph);
  std::vector<NodeId> outputs;
  for (const NodeId output : graph.outputs()) outputs.push_back(to.map[output.value]);
  const Graph with_rest = std::move(to.builder).finish(std::move(outputs));
  Rewritten shared = share(with_rest);
  return {std::move(shared.graph), compose(to.map, shared.map)};
}

}  // namespace autumn::passes
