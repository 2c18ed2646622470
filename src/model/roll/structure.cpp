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
