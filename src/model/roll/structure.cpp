// This file hashes structure in one sweep, as nodes stand after their operands.
#include "model/roll/structure.h"

#include <algorithm>
#include <utility>

#include "expr/hash.h"
#include "model/roll/sums.h"

namespace autumn::model {
namespace {

using expr::Graph;
using expr::mix;
using expr::Node;
using expr::NodeId;
using expr::Op;

constexpr std::uint64_t kMostCost = 1U << 30;

// What a node must share with its like beside the structure of its operands.
std::uint64_t hash_payload(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (node.op == Op::kConstant || node.op == Op::kGather) return 0;
  if (node.op == Op::kScatterAdd) return graph.index(id).hash();
  if (node.op == Op::kKernel) return reinterpret_cast<std::uintptr_t>(&graph.kernel(id));
  return node.payload;
}

std::uint64_t hash_node(const Graph& graph, NodeId id, const Structure& structure) {
  const Node& node = graph.node(id);
  std::uint64_t h = mix((static_cast<std::uint64_t>(node.op) << 8) | node.shape.rank,
                        (std::uint64_t{node.shape.rows} << 32) | node.shape.cols);
  h = mix(h, hash_payload(graph, id));
  for (const NodeId operand : graph.operands(id)) h = mix(h, structure.hash(operand));
  return h;
}

// A gather reads an operand that is there anyway; leaves cost nothing.
std::uint32_t cost_of(const Graph& graph, NodeId id, const Structure& structure) {
  const Node& node = graph.node(id);
  if (node.op == Op::kConstant || node.op == Op::kInput) return 0;
  std::uint64_t cost = std::min<std::uint64_t>(node.shape.size(), kMostCost);
  if (node.op != Op::kGather) {
    for (const NodeId operand : graph.operands(id)) {
      cost = std::min(cost + structure.cost(operand), kMostCost);
    }
  }
  return static_cast<std::uint32_t>(cost);
}

// Sums of scalars have a form of their own. Reading a short vector from the others costs as much as
// an operation on it, so there must be several.
bool may_be_alike(const Graph& graph, NodeId id, const Structure& structure) {
  constexpr std::size_t kShort = 16;
  const Op op = graph.op(id);
  const expr::Shape shape = graph.shape(id);
  if (shape.is_scalar()) {
    const auto is_scalar = [&](NodeId x) { return graph.shape(x).is_scalar(); };
    const bool is_computed = (expr::is_elementwise(op) && !is_sum(op)) || op == Op::kDeferred;
    return is_computed && std::ranges::all_of(graph.operands(id), is_scalar);
  }
  return expr::is_elementwise(op) && shape.is_vector() && shape.size() <= kShort &&
         structure.cost(id) > 3 * shape.size();
}

void find_alike(const Graph& graph, std::span<const NodeId> roots, Structure& structure) {
  constexpr std::size_t kMany = 32;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
  for (const NodeId id : expr::reachable(graph, roots)) {
    if (may_be_alike(graph, id, structure)) found.emplace_back(structure.hash(id), id.value);
  }
  std::ranges::sort(found);
  structure.alike_of.assign(graph.size(), 0);
  for (auto first = found.begin(); first != found.end();) {
    const auto end = std::find_if(first, found.end(),
                                  [&](const auto& other) { return other.first != first->first; });
    if (static_cast<std::size_t>(end - first) >= kMany) {
      structure.alike.emplace_back();
      for (auto member = first; member != end; ++member) {
        structure.alike.back().push_back(NodeId{member->second});
        structure.alike_of[member->second] = static_cast<std::uint32_t>(structure.alike.size());
      }
    }
    first = end;
  }
}

}  // namespace

Structure structure_of(const Graph& graph, std::span<const NodeId> roots) {
  Structure structure;
  structure.is_inner_sum = inner_sums(graph, roots);
  structure.hashes.reserve(graph.size());
  structure.costs.reserve(graph.size());
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    structure.hashes.push_back(hash_node(graph, NodeId{i}, structure));
    structure.costs.push_back(cost_of(graph, NodeId{i}, structure));
  }
  find_alike(graph, roots, structure);
  return structure;
}

bool costs_more_than(const Graph& graph, NodeId a, NodeId b, std::uint32_t limit) {
  std::vector<std::pair<NodeId, NodeId>> stack{{a, b}};
  std::size_t cost = 0;
  while (!stack.empty() && cost <= limit) {
    const auto [x, y] = stack.back();
    stack.pop_back();
    if (x == y || graph.is_constant(x)) continue;
    cost += std::max<std::size_t>(1, graph.shape(x).size());
    const auto xs = graph.operands(x);
    const auto ys = graph.operands(y);
    if (graph.op(x) == Op::kGather) continue;
    for (std::size_t k = 0; k < std::min(xs.size(), ys.size()); ++k) {
      stack.emplace_back(xs[k], ys[k]);
    }
  }
  return cost > limit;
}

}  // namespace autumn::model
