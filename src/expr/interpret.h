// The reference interpreter says what a graph means. Everything faster is compared against it.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "expr/graph.h"
#include "expr/operation.h"

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
// The value of a node that needs no input.
[[nodiscard]] Array interpret_fixed(const Graph& graph, NodeId node);

// Called after each operation with its operands and its value, which it may change.
using Watch = std::function<void(NodeId, std::span<const Operand>, std::span<double>)>;
// The values of the given nodes, with somebody watching.
[[nodiscard]] std::vector<Array> interpret_watched(const Graph& graph,
                                                   std::span<const NodeId> nodes,
                                                   std::span<const Array> inputs,
                                                   const Watch& watch);

}  // namespace autumn::expr
