// A rewrite is the common form of passes: a new graph and where the nodes of the old one went.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "expr/builder.h"
#include "expr/term.h"

namespace autumn::passes {

using expr::Builder;
using expr::Graph;
using expr::NodeId;

// Where a node went that the new graph has no use for.
inline constexpr NodeId kNoNode{0xffffffffU};

// The result of a pass. `map[old]` is the node of `graph` with the value of node `old`, or kNoNode.
// The outputs of the new graph are those of the old one, mapped (a pass may add more after them).
struct Rewritten {
  Graph graph;
  std::vector<NodeId> map;

  bool operator==(const Rewritten&) const = default;
};

// The map of one pass after another.
[[nodiscard]] std::vector<NodeId> compose(std::span<const NodeId> first,
                                          std::span<const NodeId> second);

// The result of a pass that has nothing to do.
[[nodiscard]] Rewritten unchanged(const Graph& graph);

// Makes the new node for node `id` of the old graph; `operands` are its operands in the new one.
using CopyRule = std::function<NodeId(Builder& to, const Graph& from, NodeId id,
                                      std::span<const NodeId> operands)>;

// Rebuilds what the outputs need, operands before users, each node made by the rule. The input
// slots stay.
[[nodiscard]] Rewritten rebuild(const Graph& graph, const CopyRule& rule);

// What a node becomes, if anything else.
using PartialRule = std::function<std::optional<expr::Term>(NodeId id)>;

// Where the new graph is made: nodes of the old one that have been made are in the map.
struct Rebuilding {
  Builder builder;
  std::vector<NodeId> map;
};

// Rebuilds what the outputs need, operands before users; what the rule leaves alone is copied. For
// rules that look further into the old graph than the operands: they have the map. Equal nodes are
// shared at the end; if the rule had nothing to say, the result is unchanged(graph).
[[nodiscard]] Rewritten rebuild_where(const Graph& graph, Rebuilding& to, const PartialRule& rule);

}  // namespace autumn::passes
