// Access to constants and the walk over what a node depends on.
#include "expr/graph.h"

#include <algorithm>
#include <bit>

namespace autumn::expr {

bool Graph::operator==(const Graph& other) const {
  const auto same_bits = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  };
  return nodes_ == other.nodes_ && operands_ == other.operands_ &&
         constant_starts_ == other.constant_starts_ && indices_ == other.indices_ &&
         kernels_ == other.kernels_ && inputs_ == other.inputs_ && outputs_ == other.outputs_ &&
         std::equal(constants_.begin(), constants_.end(), other.constants_.begin(),
                    other.constants_.end(), same_bits);
}

std::span<const double> Graph::constant(NodeId id) const {
  AUTUMN_CHECK(is_constant(id), "only constants have numbers");
  return {constants_.data() + constant_starts_[node(id).payload], shape(id).size()};
}

std::vector<NodeId> reachable(const Graph& graph, std::span<const NodeId> roots) {
  std::vector<bool> is_needed(graph.size(), false);
  std::uint32_t last = 0;
  for (const NodeId root : roots) {
    is_needed[root.value] = true;
    last = std::max(last, root.value + 1);
  }
  // Operands stand before their users, so one sweep from the back marks everything.
  for (std::uint32_t i = last; i-- > 0;) {
    if (!is_needed[i]) continue;
    for (const NodeId operand : graph.operands(NodeId{i})) is_needed[operand.value] = true;
  }
  std::vector<NodeId> nodes;
  for (std::uint32_t i = 0; i < last; ++i) {
    if (is_needed[i]) nodes.push_back(NodeId{i});
  }
  return nodes;
}

}  // namespace autumn::expr
