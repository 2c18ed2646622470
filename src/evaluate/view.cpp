// This file resolves views, from operands to users.
#include "evaluate/view.h"

namespace autumn::evaluate {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;

// Where a view begins in its operand.
std::size_t start_of(const Graph& graph, NodeId id) {
  if (graph.op(id) == Op::kReshape || graph.shape(id).size() == 0) return 0;
  if (graph.op(id) == Op::kGather) return graph.index(id)[0];
  const NodeId kernel = graph.operand(id, 0);
  std::vector<expr::Shape> shapes;
  for (const NodeId x : graph.operands(kernel)) shapes.push_back(graph.shape(x));
  const std::vector<expr::Shape> parts = expr::output_shapes(graph.kernel(kernel), shapes);
  std::size_t start = 0;
  for (std::uint32_t k = 0; k < graph.node(id).payload; ++k) start += parts[k].size();
  return start;
}

}  // namespace

bool is_view(const Graph& graph, NodeId id) {
  switch (graph.op(id)) {
    case Op::kReshape:
    case Op::kPart: return true;
    case Op::kGather: {
      const expr::Index& index = graph.index(id);
      return index.is_range() && (index.step() == 1 || index.size() <= 1);
    }
    default: return false;
  }
}

std::vector<View> resolve_views(const Graph& graph, std::span<const NodeId> nodes) {
  std::vector<View> views(graph.size());
  for (const NodeId id : nodes) {
    if (!is_view(graph, id)) {
      views[id.value] = {.root = id};
      continue;
    }
    const View& from = views[graph.operand(id, 0).value];
    views[id.value] = {.root = from.root, .offset = from.offset + start_of(graph, id)};
  }
  return views;
}

}  // namespace autumn::evaluate
