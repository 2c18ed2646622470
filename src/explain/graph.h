// The factor graph that explain draws has one node per variable or kind of data, and one square
// per factor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explain/uses.h"

namespace autumn::explainer {

enum class NodeKind : std::uint8_t { kKept, kCollapsed, kData };

struct GraphNode {
  NodeKind kind = NodeKind::kKept;
  std::string name;
  std::string plate;  // "8", "3 x 4", "7 of 8"; empty for a single number

  bool operator==(const GraphNode&) const = default;
};

// An end of a factor at a node. Reversed: it points against the direction the program has it in.
struct Arrow {
  std::size_t node = 0;
  bool is_reversed = false;

  auto operator<=>(const Arrow&) const = default;
};

struct GraphFactor {
  std::string name;  // the distribution's
  std::vector<Arrow> from;
  std::vector<Arrow> to;

  auto operator<=>(const GraphFactor&) const = default;
};

struct FactorGraph {
  std::vector<GraphNode> nodes;
  std::vector<GraphFactor> factors;

  bool operator==(const FactorGraph&) const = default;
};

}  // namespace autumn::explainer
