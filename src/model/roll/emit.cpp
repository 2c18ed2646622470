// This file makes the canonical forms of elementwise operations and moves.
#include "model/roll/emit.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace autumn::model {

using expr::Builder;
using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;

std::optional<NodeId> repeated_scalar(Builder& to, NodeId x) {
  const Graph& graph = to.graph();
  if (graph.shape(x).is_scalar()) return x;
  if (graph.op(x) == Op::kBroadcast) return graph.operand(x, 0);
  if (!graph.is_constant(x) || graph.shape(x).size() == 0) return std::nullopt;
  const auto numbers = graph.constant(x);
  const double first = numbers[0];
  const auto is_first = [&](double number) {
    return std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(first);
  };
  if (!std::all_of(numbers.begin(), numbers.end(), is_first)) return std::nullopt;
  return to.constant(first);
}

NodeId fill(Builder& to, NodeId scalar, Shape shape) {
  if (!to.is_constant(scalar)) return to.broadcast(scalar, shape);
  const std::vector<double> numbers(shape.size(), to.graph().constant(scalar)[0]);
  return to.constant(shape, numbers);
}

NodeId emit_elementwise(Builder& to, Op op, std::span<const NodeId> operands) {
  Shape shape = Shape::scalar();
  bool has_full = false;
  std::vector<NodeId> short_operands(operands.begin(), operands.end());
  for (NodeId& operand : short_operands) {
    if (to.shape(operand).is_scalar()) continue;
    shape = to.shape(operand);
    const auto scalar = repeated_scalar(to, operand);
    has_full = has_full || !scalar;
    operand = scalar.value_or(operand);
  }
  const NodeId node = to.apply(op, short_operands);
  return has_full || shape.is_scalar() ? node : fill(to, node, shape);
}

NodeId emit_gather(Builder& to, NodeId x, Index index, Shape shape) {
  const Graph& graph = to.graph();
  while (graph.op(x) == Op::kReshape || graph.op(x) == Op::kGather) {
    if (graph.op(x) == Op::kGather) index = expr::compose(graph.index(x), index);
    x = graph.operand(x, 0);
  }
  if (graph.op(x) == Op::kBroadcast) return fill(to, graph.operand(x, 0), shape);
  if (index.is_identity(graph.shape(x).size())) return to.reshape(x, shape);
  return to.gather(x, std::move(index), shape);
}

NodeId emit_reshape(Builder& to, NodeId x, Shape shape) {
  const Graph& graph = to.graph();
  if (graph.shape(x) == shape) return x;
  switch (graph.op(x)) {
    case Op::kReshape: return emit_reshape(to, graph.operand(x, 0), shape);
    case Op::kBroadcast: return fill(to, graph.operand(x, 0), shape);
    case Op::kGather: return emit_gather(to, graph.operand(x, 0), graph.index(x), shape);
    default: return to.reshape(x, shape);
  }
}

NodeId emit_concat(Builder& to, std::span<const NodeId> parts) {
  if (parts.size() != 1) return to.apply(Op::kConcat, parts);
  return emit_reshape(to, parts[0], Shape::vector(to.shape(parts[0]).size()));
}

NodeId emit_sum(Builder& to, std::span<const Signed> terms) {
  NodeId total = terms[0].node;
  if (terms[0].is_negative) total = emit_elementwise(to, Op::kNegate, {&total, 1});
  for (const Signed& term : terms.subspan(1)) {
    const NodeId both[] = {total, term.node};
    total = emit_elementwise(to, term.is_negative ? Op::kSub : Op::kAdd, both);
  }
  return total;
}

NodeId emit(Builder& to, const Graph& from, NodeId id, std::span<const NodeId> operands) {
  const Op op = from.op(id);
  if (expr::is_elementwise(op)) return emit_elementwise(to, op, operands);
  switch (op) {
    case Op::kGather: return emit_gather(to, operands[0], from.index(id), from.shape(id));
    case Op::kReshape: return emit_reshape(to, operands[0], from.shape(id));
    case Op::kBroadcast: return fill(to, operands[0], from.shape(id));
    case Op::kConcat: return emit_concat(to, operands);
    default: return to.copy(from, id, operands);
  }
}

}  // namespace autumn::model
