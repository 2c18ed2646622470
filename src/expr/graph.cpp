// This file gives access to constants, and walks over what a node depends on.
#include "expr/graph.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_set>
#include <utility>

namespace autumn::expr {

bool Graph::operator==(const Graph& other) const {
  const auto same_bits = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  };
  if (!(nodes_ == other.nodes_ && operands_ == other.operands_ && indices_ == other.indices_ &&
        kernels_ == other.kernels_ && inputs_ == other.inputs_ && outputs_ == other.outputs_)) {
    return false;
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (!is_constant(NodeId{i})) continue;
    const auto mine = constant(NodeId{i});
    const auto theirs = other.constant(NodeId{i});
    if (mine.data() != theirs.data() && !std::ranges::equal(mine, theirs, same_bits)) return false;
  }
  return true;
}

std::span<const double> Graph::constant(NodeId id) const {
  AUTUMN_CHECK(is_constant(id), "only constants have numbers");
  const ConstantPlace& place = constant_places_[node(id).payload];
  if (place.large) return place.large->numbers;
  return {constants_.data() + place.start, shape(id).size()};
}

namespace {

// By depth, where little of a graph is reached; nothing if it is more than that.
std::optional<std::vector<NodeId>> reachable_nearby(const Graph& graph,
                                                    std::span<const NodeId> roots) {
  constexpr std::size_t kShare = 64;
  const std::size_t most = graph.size() / kShare;
  if (roots.size() > most) return std::nullopt;
  std::unordered_set<std::uint32_t> seen;
  std::vector<NodeId> open, found;
  const auto visit = [&](NodeId id) {
    if (!seen.insert(id.value).second) return;
    open.push_back(id);
    found.push_back(id);
  };
  for (const NodeId root : roots) visit(root);
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    for (const NodeId operand : graph.operands(id)) visit(operand);
    if (found.size() > most) return std::nullopt;
  }
  std::ranges::sort(found, {}, &NodeId::value);
  return found;
}

}  // namespace

std::vector<NodeId> reachable(const Graph& graph, std::span<const NodeId> roots) {
  if (roots.size() == 1 && graph.operands(roots[0]).empty()) return {roots[0]};
  if (auto nearby = reachable_nearby(graph, roots)) return *std::move(nearby);
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
