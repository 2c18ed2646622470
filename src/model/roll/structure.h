// The structure of expressions is what must agree for two of them to roll into one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/graph.h"

namespace autumn::model {

// Of every node of a graph. Equal hashes mean: the same operations on the same shapes, with only
// constants and the elements that gathers read left open. A recurrence never agrees with itself,
// because each step is one operation deeper than the last.
struct Structure {
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint32_t> costs;  // numbers computed below a node, as a tree; saturates
  std::vector<bool> is_inner_sum;    // see roll_sums.h
  // Many scalars or short vectors of one structure, in their order, and for every node its group
  // plus one: what the steps of a recurrence need beside each other's results (its emissions, say).
  std::vector<std::vector<expr::NodeId>> alike;
  std::vector<std::uint32_t> alike_of;

  [[nodiscard]] std::uint64_t hash(expr::NodeId id) const { return hashes[id.value]; }
  [[nodiscard]] std::uint32_t cost(expr::NodeId id) const { return costs[id.value]; }
};

[[nodiscard]] Structure structure_of(const expr::Graph& graph, std::span<const expr::NodeId> roots);

// Whether computing one item of a tuple anew, the part that two of its items do not share, costs
// more than `limit` numbers. Looks at no more than `limit` nodes.
[[nodiscard]] bool costs_more_than(const expr::Graph& graph, expr::NodeId a, expr::NodeId b,
                                   std::uint32_t limit);

}  // namespace autumn::model
