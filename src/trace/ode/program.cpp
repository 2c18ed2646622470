// This file evaluates small graphs that are laid out flat.
#include "trace/ode/program.h"

#include <algorithm>

namespace autumn::trace {

using expr::Graph;
using expr::NodeId;
using expr::Op;
using expr::OpClass;
using expr::Shape;

SmallProgram::SmallProgram(Graph graph) : graph_(std::move(graph)) {
  order_ = expr::reachable(graph_, graph_.outputs());
  places_.assign(graph_.size(), 0);
  for (const NodeId id : order_) {
    if (graph_.op(id) == Op::kPart) {
      places_[id.value] = part_start(id);
      continue;
    }
    places_[id.value] = static_cast<std::uint32_t>(size_);
    size_ += graph_.shape(id).size();
    if (graph_.op(id) != Op::kConstant && graph_.op(id) != Op::kInput) add_step(id);
  }
}

// Parts are views of the outputs of their kernel, which stand one after the other.
std::uint32_t SmallProgram::part_start(NodeId part) const {
  const NodeId kernel = graph_.operand(part, 0);
  std::vector<Shape> shapes;
  for (const NodeId operand : graph_.operands(kernel)) shapes.push_back(graph_.shape(operand));
  const std::vector<Shape> parts = output_shapes(graph_.kernel(kernel), shapes);
  std::size_t start = places_[kernel.value];
  for (std::uint32_t k = 0; k < graph_.node(part).payload; ++k) start += parts[k].size();
  return static_cast<std::uint32_t>(start);
}

void SmallProgram::add_step(NodeId node) {
  const auto operands = graph_.operands(node);
  Step step{Kind::kGeneral, graph_.op(node), {places_[node.value]}, node};
  const bool is_single = graph_.shape(node).size() == 1 &&
                         std::all_of(operands.begin(), operands.end(),
                                     [&](NodeId x) { return graph_.shape(x).size() == 1; });
  if (is_single && is_elementwise(step.op)) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      step.places[k + 1] = places_[operands[k].value];
    }
    const OpClass op_class = class_of(step.op);
    step.kind = op_class == OpClass::kUnary    ? Kind::kUnary
                : op_class == OpClass::kBinary ? Kind::kBinary
                                               : Kind::kTernary;
  }
  steps_.push_back(step);
}

SmallRun::SmallRun(const SmallProgram& program)
    : program_(program), buffer_(program.size_), inputs_(program.graph_.inputs().size()) {
  const Graph& graph = program.graph_;
  const auto view = [&](NodeId id) {
    return std::span(buffer_).subspan(program.places_[id.value], graph.shape(id).size());
  };
  std::size_t largest = 0;
  for (const expr::Input& input : graph.inputs()) largest = std::max(largest, input.shape.size());
  unused_.resize(largest);
  for (std::size_t slot = 0; slot < inputs_.size(); ++slot) {
    inputs_[slot] = std::span(unused_).first(graph.inputs()[slot].shape.size());
  }
  for (const NodeId id : program.order_) {
    if (graph.op(id) == Op::kConstant) std::ranges::copy(graph.constant(id), view(id).begin());
    if (graph.op(id) == Op::kInput) inputs_[graph.node(id).payload] = view(id);
  }
  for (const SmallProgram::Step& step : program.steps_) {
    if (step.kind != SmallProgram::Kind::kGeneral) continue;
    General general{operation(graph, step.node), {}, view(step.node)};
    for (const NodeId x : graph.operands(step.node)) {
      general.operands.push_back({graph.shape(x), view(x)});
    }
    general_.push_back(std::move(general));
  }
}

std::span<double> SmallRun::input(std::size_t slot) {
  return inputs_[slot];
}

void SmallRun::run() {
  double* const x = buffer_.data();
  std::size_t general = 0;
  for (const SmallProgram::Step& step : program_.steps_) {
    const auto& p = step.places;
    switch (step.kind) {
      case SmallProgram::Kind::kUnary: x[p[0]] = expr::evaluate_unary(step.op, x[p[1]]); break;
      case SmallProgram::Kind::kBinary:
        x[p[0]] = expr::evaluate_binary(step.op, x[p[1]], x[p[2]]);
        break;
      case SmallProgram::Kind::kTernary:
        x[p[0]] = expr::evaluate_ternary(step.op, x[p[1]], x[p[2]], x[p[3]]);
        break;
      case SmallProgram::Kind::kGeneral: {
        General& g = general_[general++];
        expr::evaluate(g.operation, g.operands, g.out);
        break;
      }
    }
  }
}

std::span<const double> SmallRun::output(std::size_t k) const {
  const NodeId id = program_.graph_.outputs()[k];
  return std::span(buffer_).subspan(program_.places_[id.value], program_.graph_.shape(id).size());
}

}  // namespace autumn::trace
