// This file evaluates small graphs that are laid out flat.
#include "trace/ode/flat_graph.h"

#include <algorithm>

namespace autumn::trace {

using expr::Graph;
using expr::NodeId;
using expr::Op;
using expr::OpClass;
using expr::Shape;

FlatGraph::FlatGraph(Graph graph) : graph_(std::move(graph)) {
  order_ = expr::reachable(graph_, graph_.outputs());
  places_.assign(graph_.size(), 0);
  for (const NodeId id : order_) {
    if (graph_.op(id) == Op::kPart) {
      places_[id.value] = part_start(id);
      continue;
    }
    places_[id.value] = static_cast<std::uint32_t>(size_);
    size_ += graph_.shape(id).size();
    if (graph_.op(id) != Op::kConstant && graph_.op(id) != Op::kInput) add_operation(id);
  }
}

// Parts are views of the outputs of their kernel, which stand one after the other.
std::uint32_t FlatGraph::part_start(NodeId part) const {
  const NodeId kernel = graph_.operand(part, 0);
  std::vector<Shape> shapes;
  for (const NodeId operand : graph_.operands(kernel)) shapes.push_back(graph_.shape(operand));
  const std::vector<Shape> parts = output_shapes(graph_.kernel(kernel), shapes);
  std::size_t start = places_[kernel.value];
  for (std::uint32_t k = 0; k < graph_.node(part).payload; ++k) start += parts[k].size();
  return static_cast<std::uint32_t>(start);
}

void FlatGraph::add_operation(NodeId node) {
  const auto operands = graph_.operands(node);
  FlatOperation flat_op{Kind::kGeneral, graph_.op(node), {places_[node.value]}, node};
  const bool is_single = graph_.shape(node).size() == 1 &&
                         std::all_of(operands.begin(), operands.end(),
                                     [&](NodeId x) { return graph_.shape(x).size() == 1; });
  if (is_single && is_elementwise(flat_op.op)) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      flat_op.places[k + 1] = places_[operands[k].value];
    }
    const OpClass op_class = class_of(flat_op.op);
    flat_op.kind = op_class == OpClass::kUnary    ? Kind::kUnary
                   : op_class == OpClass::kBinary ? Kind::kBinary
                                                  : Kind::kTernary;
  }
  operations_.push_back(flat_op);
}

FlatRun::FlatRun(const FlatGraph& flat)
    : flat_(flat), buffer_(flat.size_), inputs_(flat.graph_.inputs().size()) {
  const Graph& graph = flat.graph_;
  const auto view = [&](NodeId id) {
    return std::span(buffer_).subspan(flat.places_[id.value], graph.shape(id).size());
  };
  std::size_t largest = 0;
  for (const expr::Input& input : graph.inputs()) largest = std::max(largest, input.shape.size());
  unused_.resize(largest);
  for (std::size_t slot = 0; slot < inputs_.size(); ++slot) {
    inputs_[slot] = std::span(unused_).first(graph.inputs()[slot].shape.size());
  }
  for (const NodeId id : flat.order_) {
    if (graph.op(id) == Op::kConstant) std::ranges::copy(graph.constant(id), view(id).begin());
    if (graph.op(id) == Op::kInput) inputs_[graph.node(id).payload] = view(id);
  }
  for (const FlatGraph::FlatOperation& flat_op : flat.operations_) {
    if (flat_op.kind != FlatGraph::Kind::kGeneral) continue;
    General general{operation(graph, flat_op.node), {}, view(flat_op.node)};
    for (const NodeId x : graph.operands(flat_op.node)) {
      general.operands.push_back({graph.shape(x), view(x)});
    }
    general_.push_back(std::move(general));
  }
}

std::span<double> FlatRun::input(std::size_t slot) {
  return inputs_[slot];
}

void FlatRun::run() {
  double* const x = buffer_.data();
  std::size_t general = 0;
  for (const FlatGraph::FlatOperation& flat_op : flat_.operations_) {
    const auto& p = flat_op.places;
    switch (flat_op.kind) {
      case FlatGraph::Kind::kUnary: x[p[0]] = expr::evaluate_unary(flat_op.op, x[p[1]]); break;
      case FlatGraph::Kind::kBinary:
        x[p[0]] = expr::evaluate_binary(flat_op.op, x[p[1]], x[p[2]]);
        break;
      case FlatGraph::Kind::kTernary:
        x[p[0]] = expr::evaluate_ternary(flat_op.op, x[p[1]], x[p[2]], x[p[3]]);
        break;
      case FlatGraph::Kind::kGeneral: {
        General& g = general_[general++];
        expr::evaluate(g.operation, g.operands, g.out);
        break;
      }
    }
  }
}

std::span<const double> FlatRun::output(std::size_t k) const {
  const NodeId id = flat_.graph_.outputs()[k];
  return std::span(buffer_).subspan(flat_.places_[id.value], flat_.graph_.shape(id).size());
}

}  // namespace autumn::trace
