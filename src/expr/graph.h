// The expression graph is an immutable DAG of array operations. Nothing in it knows about
// probability.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "expr/index.h"
#include "expr/kernel.h"
#include "expr/op.h"
#include "expr/shape.h"

namespace autumn::expr {

// The name of a node: its place in its graph. Meaningless in any other graph.
struct NodeId {
  std::uint32_t value = 0;
  auto operator<=>(const NodeId&) const = default;
};

// One operation. `payload` is what the operation needs beside operands: the number of a constant,
// an input slot, an index, a kernel, a part, or flags.
struct Node {
  Op op = Op::kConstant;
  Shape shape;
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  std::uint32_t payload = 0;

  bool operator==(const Node&) const = default;
};

// An argument of the whole graph.
struct Input {
  std::string name;
  Shape shape;

  bool operator==(const Input&) const = default;
};

// Nodes stand after their operands. Made by a Builder; never changed afterwards.
class Graph {
 public:
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id.value]; }
  [[nodiscard]] Shape shape(NodeId id) const { return nodes_[id.value].shape; }
  [[nodiscard]] Op op(NodeId id) const { return nodes_[id.value].op; }
  [[nodiscard]] std::span<const NodeId> operands(NodeId id) const {
    const Node& n = nodes_[id.value];
    return {operands_.data() + n.first_operand, n.operand_count};
  }
  [[nodiscard]] NodeId operand(NodeId id, std::size_t k) const { return operands(id)[k]; }

  [[nodiscard]] bool is_constant(NodeId id) const { return op(id) == Op::kConstant; }
  // The numbers of a constant node, in storage order.
  [[nodiscard]] std::span<const double> constant(NodeId id) const;
  // The index of a gather or scatter-add node.
  [[nodiscard]] const Index& index(NodeId id) const { return indices_[node(id).payload]; }
  [[nodiscard]] const Kernel& kernel(NodeId id) const { return *kernels_[node(id).payload]; }
  [[nodiscard]] const std::shared_ptr<const Kernel>& shared_kernel(NodeId id) const {
    return kernels_[node(id).payload];
  }

  [[nodiscard]] const std::vector<Input>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<NodeId>& outputs() const { return outputs_; }

  // Constants are compared bit by bit: a NaN equals itself.
  bool operator==(const Graph& other) const;

 private:
  friend class Builder;

  std::vector<Node> nodes_;
  std::vector<NodeId> operands_;
  // Numbers of one large constant; graphs share them, since every stage copies the graph before it.
  struct LargeConstant {
    std::vector<double> numbers;
    std::uint64_t hash = 0;
  };
  // Where the numbers of a constant are: in `constants_` from `start`, or in `large`.
  struct ConstantPlace {
    std::size_t start = 0;
    std::shared_ptr<const LargeConstant> large = {};
  };

  std::vector<ConstantPlace> constant_places_;
  std::vector<double> constants_;
  std::vector<Index> indices_;
  std::vector<std::shared_ptr<const Kernel>> kernels_;
  std::vector<Input> inputs_;
  std::vector<NodeId> outputs_;
};

// The nodes that the given ones depend on (and themselves), in increasing order.
[[nodiscard]] std::vector<NodeId> reachable(const Graph& graph, std::span<const NodeId> roots);

// One line per node that an output depends on, numbered in the order printed, so that graphs that
// mean the same, built in the same order, print the same.
[[nodiscard]] std::string to_text(const Graph& graph);
// The same for a single expression.
[[nodiscard]] std::string to_text(const Graph& graph, std::span<const NodeId> roots);

// Verifies operand order, arity, shapes and payloads. An error here is ours.
[[nodiscard]] Status check(const Graph& graph);

}  // namespace autumn::expr
