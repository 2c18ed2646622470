// The builder of expression graphs shares equal nodes, folds constants and infers shapes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "expr/graph.h"

namespace autumn::expr {

// Hash-conses: the same operation on the same operands is the same node. An operation on constants
// is a constant, unless that would store more numbers than its operands do. Shapes must fit
// (`infer_shape` says beforehand whether they do).
class Builder {
 public:
  Builder() = default;
  // Goes on with a finished graph; its node ids stay valid, its outputs are dropped.
  explicit Builder(Graph graph);

  // The graph so far. Its ids stay valid while the builder grows.
  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] Shape shape(NodeId id) const { return graph_.shape(id); }
  [[nodiscard]] bool is_constant(NodeId id) const { return graph_.is_constant(id); }

  // A new argument of the graph. Slots are numbered in the order of these calls.
  [[nodiscard]] NodeId input(std::string name, Shape shape);
  [[nodiscard]] NodeId constant(double value);
  [[nodiscard]] NodeId constant(Shape shape, std::span<const double> values);

  // Any operation whose shape follows from its operands.
  [[nodiscard]] NodeId apply(Op op, std::span<const NodeId> operands, std::uint32_t flags = 0);
  [[nodiscard]] NodeId apply(Op op, std::initializer_list<NodeId> operands,
                             std::uint32_t flags = 0) {
    return apply(op, std::span<const NodeId>(operands.begin(), operands.size()), flags);
  }

  // Element i of the result is element index[i] of x, in storage order. The shape has as many
  // elements as the index.
  [[nodiscard]] NodeId gather(NodeId x, Index index, Shape shape);
  // Zeros of this shape, with element i of x added to element index[i]: the transpose of gather.
  [[nodiscard]] NodeId scatter_add(NodeId x, Index index, Shape shape);
  [[nodiscard]] NodeId reshape(NodeId x, Shape shape);
  // A scalar in every element of the shape.
  [[nodiscard]] NodeId broadcast(NodeId x, Shape shape);
  // A vector of length c as each of n rows: n x c.
  [[nodiscard]] NodeId repeat_rows(NodeId x, std::size_t n);
  // A vector of length r as each of n columns: r x n.
  [[nodiscard]] NodeId repeat_cols(NodeId x, std::size_t n);
  [[nodiscard]] NodeId kernel(std::shared_ptr<const Kernel> kernel,
                              std::span<const NodeId> operands);
  // Output k of a kernel node: 0 is the value, 1 + i the partials with respect to operand i.
  [[nodiscard]] NodeId part(NodeId kernel, std::uint32_t k);

  // A scalar that stands for an expression of its operands; `number` says to its maker which. It
  // must be gone before anything is evaluated.
  [[nodiscard]] NodeId deferred(std::uint32_t number, std::span<const NodeId> operands);

  // The same operation as node `id` of another graph, on these operands of this one. Leaves:
  // constants are copied, inputs refer to the slot of the same number, which must exist here.
  [[nodiscard]] NodeId copy(const Graph& from, NodeId id, std::span<const NodeId> operands);
  // Declares the inputs of another graph in this (empty) one, in the same slots.
  void declare_inputs(const Graph& from);
  // The node of an input slot.
  [[nodiscard]] NodeId input_node(std::uint32_t slot);

  // The graph so far with these outputs, including whatever they do not need: see passes/share.h
  // for removing it.
  [[nodiscard]] Graph finish(std::vector<NodeId> outputs) &&;

 private:
  struct Request;

  [[nodiscard]] NodeId find_or_add(const Request& request);
  [[nodiscard]] NodeId fold_or_add(const Request& request);
  [[nodiscard]] bool should_fold(const Request& request) const;
  [[nodiscard]] NodeId fold(const Request& request);
  [[nodiscard]] bool matches(NodeId id, const Request& request) const;
  [[nodiscard]] std::uint64_t hash_of(const Request& request) const;
  [[nodiscard]] NodeId append(const Request& request, std::uint64_t hash);
  void remember(NodeId id, std::uint64_t hash);
  void grow_table();

  Graph graph_;
  std::vector<std::uint64_t> hashes_;  // of every node
  std::vector<std::uint32_t> table_;   // open addressing: see kSlot in builder.cpp
};

}  // namespace autumn::expr
