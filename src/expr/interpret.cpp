// The reference interpreter: visits nodes in order, one evaluation each.
#include "expr/interpret.h"

namespace autumn::expr {
namespace {

Operand operand_of(const Graph& graph, NodeId id, const std::vector<std::vector<double>>& values,
                   std::span<const Array> inputs) {
  const Shape shape = graph.shape(id);
  if (graph.op(id) == Op::kConstant) return {shape, graph.constant(id)};
  if (graph.op(id) == Op::kInput) return {shape, inputs[graph.node(id).payload].numbers};
  return {shape, values[id.value]};
}

void check_inputs(const Graph& graph, std::span<const Array> inputs) {
  AUTUMN_CHECK(inputs.size() == graph.inputs().size(), "there is one array per input");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    AUTUMN_CHECK(inputs[i].shape == graph.inputs()[i].shape &&
                     inputs[i].numbers.size() == inputs[i].shape.size(),
                 "an input has its declared shape");
  }
}

// Parts are views of their kernel's outputs, which are stored one after the other.
std::vector<double> part_of(const Graph& graph, NodeId id, std::span<const double> outputs) {
  const NodeId kernel = graph.operand(id, 0);
  std::vector<Shape> shapes;
  for (const NodeId operand : graph.operands(kernel)) shapes.push_back(graph.shape(operand));
  const std::vector<Shape> parts = output_shapes(graph.kernel(kernel), shapes);
  std::size_t start = 0;
  for (std::uint32_t k = 0; k < graph.node(id).payload; ++k) start += parts[k].size();
  const auto part = outputs.subspan(start, graph.shape(id).size());
  return {part.begin(), part.end()};
}

}  // namespace

Operation operation(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  Operation o{.op = node.op, .shape = node.shape, .flags = node.payload};
  if (node.op == Op::kGather || node.op == Op::kScatterAdd) o.index = &graph.index(id);
  if (node.op == Op::kKernel) o.kernel = &graph.kernel(id);
  return o;
}

std::vector<Array> interpret_watched(const Graph& graph, std::span<const NodeId> nodes,
                                     std::span<const Array> inputs, const Watch& watch) {
  check_inputs(graph, inputs);
  std::vector<std::vector<double>> values(graph.size());
  for (const NodeId id : reachable(graph, nodes)) {
    const Op op = graph.op(id);
    if (op == Op::kConstant || op == Op::kInput) continue;
    std::vector<Operand> operands;
    for (const NodeId x : graph.operands(id)) {
      operands.push_back(operand_of(graph, x, values, inputs));
    }
    if (op == Op::kPart) {
      values[id.value] = part_of(graph, id, operands[0].numbers);
      continue;
    }
    values[id.value].resize(graph.shape(id).size());
    evaluate(operation(graph, id), operands, values[id.value]);
    if (watch) watch(id, operands, values[id.value]);
  }
  std::vector<Array> results;
  for (const NodeId id : nodes) {
    const Operand value = operand_of(graph, id, values, inputs);
    results.push_back({value.shape, {value.numbers.begin(), value.numbers.end()}});
  }
  return results;
}

std::vector<Array> interpret(const Graph& graph, std::span<const NodeId> nodes,
                             std::span<const Array> inputs) {
  return interpret_watched(graph, nodes, inputs, {});
}

std::vector<Array> interpret(const Graph& graph, std::span<const Array> inputs) {
  return interpret(graph, graph.outputs(), inputs);
}

}  // namespace autumn::expr
