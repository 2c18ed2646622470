// Fusing decides which nodes of a graph are computed together, in one pass over the data.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "evaluate/fused.h"
#include "expr/graph.h"

namespace autumn::evaluate {

// Every node to be computed is the head of a unit, the second result of one, or inside one and not
// computed at all. Most units are a single node.
class Units {
 public:
  explicit Units(const expr::Graph& graph) : graph_(&graph), unit_of_(graph.size(), kPlain) {}

  [[nodiscard]] Fused kind(expr::NodeId head) const;
  // What a unit reads: the operands of the node, if it is a single one.
  [[nodiscard]] std::span<const expr::NodeId> operands(expr::NodeId head) const;
  [[nodiscard]] std::optional<expr::NodeId> second(expr::NodeId head) const;
  // Of a chain.
  [[nodiscard]] std::span<const Link> links(expr::NodeId head) const;
  // Whether a unit is computed under the name of this node.
  [[nodiscard]] bool is_head(expr::NodeId id) const { return unit_of_[id.value] != kInside; }

 private:
  friend class Fuser;

  static constexpr std::uint32_t kPlain = 0xffffffff;
  static constexpr std::uint32_t kInside = 0xfffffffe;

  struct Unit {
    Fused kind;
    std::vector<expr::NodeId> operands;
    std::optional<expr::NodeId> second;
    std::vector<Link> links{};
  };

  const expr::Graph* graph_;
  std::vector<std::uint32_t> unit_of_;  // by node: a number of a unit, or one of the above
  std::vector<Unit> units_;
};

// `nodes` are those to be computed, operands first.
[[nodiscard]] Units fuse(const expr::Graph& graph, std::span<const expr::NodeId> nodes);

}  // namespace autumn::evaluate
