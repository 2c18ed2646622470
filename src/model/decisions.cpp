// This file looks for selections and steps in what the factors of a model are made of.
#include "model/decisions.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace autumn::model {
namespace {

using expr::Op;

bool is_never_finite(const Graph& graph, NodeId node) {
  return graph.is_constant(node) &&
         std::ranges::none_of(graph.constant(node), [](double x) { return std::isfinite(x); });
}

// A selection of two values, neither of which says that the density is zero.
bool is_decision(const Graph& graph, NodeId node) {
  if (graph.op(node) == Op::kFloor) return true;
  if (graph.op(node) == Op::kKernel) return graph.kernel(node).follows_decisions();
  return graph.op(node) == Op::kSelect && !is_never_finite(graph, graph.operand(node, 1)) &&
         !is_never_finite(graph, graph.operand(node, 2));
}

}  // namespace

bool has_decisions(const Model& model) {
  std::vector<NodeId> roots;
  for (const Factor& factor : model.factors) {
    roots.push_back(factor.value);
    roots.insert(roots.end(), factor.arguments.begin(), factor.arguments.end());
    if (factor.weight) roots.push_back(*factor.weight);
  }
  return std::ranges::any_of(expr::reachable(model.graph, roots),
                             [&](NodeId node) { return is_decision(model.graph, node); });
}

}  // namespace autumn::model
