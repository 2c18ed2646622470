// This file finds differences and their opposites among all nodes of a model.
#include "collapse/states/one_way.h"

#include <map>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "expr/builder.h"

namespace autumn::collapse {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;

// Of every node its opposite among those before it, if there is one. Nodes without use count, too:
// whatever they are, nothing is lost.
std::vector<std::optional<NodeId>> opposites(const Graph& graph) {
  std::vector<std::optional<NodeId>> result(graph.size());
  std::map<std::pair<NodeId, NodeId>, NodeId> differences;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const NodeId node{i};
    if (graph.op(node) != Op::kSub) continue;
    const NodeId x = graph.operand(node, 0), y = graph.operand(node, 1);
    const auto other = differences.find({y, x});
    if (x != y && other != differences.end()) result[i] = other->second;
    differences.try_emplace({x, y}, node);
  }
  return result;
}

}  // namespace

std::optional<model::Model> with_differences_one_way(const model::Model& model) {
  const std::vector<std::optional<NodeId>> opposite = opposites(model.graph);
  bool has_any = false;
  for (const auto& other : opposite) has_any = has_any || other.has_value();
  if (!has_any) return std::nullopt;
  expr::Builder to;
  to.declare_inputs(model.graph);
  std::vector<NodeId> map(model.graph.size());
  std::vector<NodeId> operands;
  for (std::uint32_t i = 0; i < map.size(); ++i) {
    if (opposite[i]) {
      map[i] = to.apply(Op::kNegate, {map[opposite[i]->value]});
      continue;
    }
    operands.clear();
    for (const NodeId x : model.graph.operands(NodeId{i})) operands.push_back(map[x.value]);
    map[i] = to.copy(model.graph, NodeId{i}, operands);
  }
  return model::with_graph(model, std::move(to).finish({}), map);
}

}  // namespace autumn::collapse
