// This header describes one operation with everything needed to compute it, and its reference
// meaning.
#pragma once

#include <cstdint>
#include <span>

#include "expr/graph.h"

namespace autumn::expr {

// A view of a node apart from its graph. `index` and `kernel` are null where the operation has
// none.
struct Operation {
  Op op;
  Shape shape;
  std::uint32_t flags = 0;
  const Index* index = nullptr;
  const Kernel* kernel = nullptr;
};

[[nodiscard]] Operation operation(const Graph& graph, NodeId id);

// An operand: its shape and its numbers in storage order.
struct Operand {
  Shape shape;
  Numbers numbers;
};

// The meaning of every operation but leaves: writes `operation.shape.size()` numbers. Anything
// faster is compared against this.
void evaluate(const Operation& operation, std::span<const Operand> operands, std::span<double> out);

// The meaning of elementwise operations on single numbers.
[[nodiscard]] double evaluate_unary(Op op, double x);
[[nodiscard]] double evaluate_binary(Op op, double x, double y);
[[nodiscard]] double evaluate_ternary(Op op, double x, double y, double z);

}  // namespace autumn::expr
