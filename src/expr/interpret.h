// The reference interpreter: what a graph means. Everything faster is compared against it.
#pragma once

#include <span>
#include <vector>

#include "expr/graph.h"

namespace autumn::expr {

// A shape with its numbers in storage order (column by column).
struct Array {
  Shape shape;
  std::vector<double> numbers;

  bool operator==(const Array&) const = default;
};

// The values of the outputs for these inputs (one array per input slot, in order).
[[nodiscard]] std::vector<Array> interpret(const Graph& graph, std::span<const Array> inputs);
// The values of the given nodes.
[[nodiscard]] std::vector<Array> interpret(const Graph& graph, std::span<const NodeId> nodes,
                                           std::span<const Array> inputs);

}  // namespace autumn::expr
