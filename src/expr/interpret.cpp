// This file is the reference interpreter: it visits nodes in order, one evaluation each.
#include "expr/interpret.h"

#include <algorithm>

namespace autumn::expr {
namespace {

// The numbers of all operations that are needed, one after the other in one piece of memory: graphs
// of loops that did not roll have thousands of nodes of one number each.
class Values {
 public:
  Values(const Graph& graph, std::span<const NodeId> order, std::span<const Array> inputs)
      : graph_(graph), inputs_(inputs) {
    const auto is_computed = [&](NodeId id) { return !is_leaf(id); };
    const auto first = std::ranges::find_if(order, is_computed);
    if (first == order.end()) return;
    first_ = first->value;
    starts_.resize(order.back().value - first_ + 1);
    std::size_t size = 0;
    for (const NodeId id : std::ranges::subrange(first, order.end())) {
      if (is_leaf(id)) continue;
      starts_[id.value - first_] = size;
      size += graph.shape(id).size();
    }
    numbers_.resize(size);
  }

  [[nodiscard]] bool is_leaf(NodeId id) const {
    return graph_.op(id) == Op::kConstant || graph_.op(id) == Op::kInput;
  }
  [[nodiscard]] std::span<double> computed(NodeId id) {
    return std::span(numbers_).subspan(starts_[id.value - first_], graph_.shape(id).size());
  }
  [[nodiscard]] Operand operand(NodeId id) const {
    const Shape shape = graph_.shape(id);
    if (graph_.op(id) == Op::kConstant) return {shape, graph_.constant(id)};
    if (graph_.op(id) == Op::kInput) return {shape, inputs_[graph_.node(id).payload].numbers};
    return {shape, std::span(numbers_).subspan(starts_[id.value - first_], shape.size())};
  }

 private:
  const Graph& graph_;
  std::span<const Array> inputs_;
  // Per node from the first that is computed on: few of a large graph stay few.
  std::uint32_t first_ = 0;
  std::vector<std::size_t> starts_;
  std::vector<double> numbers_;
};

void check_inputs(const Graph& graph, std::span<const Array> inputs) {
  AUTUMN_CHECK(inputs.size() == graph.inputs().size(), "there is one array per input");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    AUTUMN_CHECK(inputs[i].shape == graph.inputs()[i].shape &&
                     inputs[i].numbers.size() == inputs[i].shape.size(),
                 "an input has its declared shape");
  }
}

// Parts are views of their kernel's outputs, which are stored one after the other.
std::span<const double> part_of(const Graph& graph, NodeId id, std::span<const double> outputs) {
  const NodeId kernel = graph.operand(id, 0);
  std::vector<Shape> shapes;
  for (const NodeId operand : graph.operands(kernel)) shapes.push_back(graph.shape(operand));
  const std::vector<Shape> parts = output_shapes(graph.kernel(kernel), shapes);
  std::size_t start = 0;
  for (std::uint32_t k = 0; k < graph.node(id).payload; ++k) start += parts[k].size();
  return outputs.subspan(start, graph.shape(id).size());
}

}  // namespace

Operation operation(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  Operation o{.op = node.op, .shape = node.shape, .flags = node.payload};
  if (node.op == Op::kGather || node.op == Op::kScatterAdd) o.index = &graph.index(id);
  if (node.op == Op::kKernel) o.kernel = &graph.kernel(id);
  return o;
}

namespace {

std::vector<Array> values_of(const Graph& graph, std::span<const NodeId> nodes,
                             std::span<const Array> inputs, const Watch& watch) {
  const std::vector<NodeId> order = reachable(graph, nodes);
  Values values(graph, order, inputs);
  std::vector<Operand> operands;
  for (const NodeId id : order) {
    if (values.is_leaf(id)) continue;
    operands.clear();
    for (const NodeId x : graph.operands(id)) operands.push_back(values.operand(x));
    const std::span<double> value = values.computed(id);
    if (graph.op(id) == Op::kPart) {
      std::ranges::copy(part_of(graph, id, operands[0].numbers), value.begin());
      continue;
    }
    evaluate(operation(graph, id), operands, value);
    if (watch) watch(id, operands, value);
  }
  std::vector<Array> results;
  for (const NodeId id : nodes) {
    const Operand value = values.operand(id);
    results.push_back({value.shape, {value.numbers.begin(), value.numbers.end()}});
  }
  return results;
}

}  // namespace

std::vector<Array> interpret_watched(const Graph& graph, std::span<const NodeId> nodes,
                                     std::span<const Array> inputs, const Watch& watch) {
  check_inputs(graph, inputs);
  return values_of(graph, nodes, inputs, watch);
}

Array interpret_fixed(const Graph& graph, NodeId node) {
  if (graph.is_constant(node)) {
    const std::span<const double> numbers = graph.constant(node);
    return {graph.shape(node), {numbers.begin(), numbers.end()}};
  }
  return values_of(graph, std::span(&node, 1), {}, {})[0];
}

std::vector<Array> interpret(const Graph& graph, std::span<const NodeId> nodes,
                             std::span<const Array> inputs) {
  return interpret_watched(graph, nodes, inputs, {});
}

std::vector<Array> interpret(const Graph& graph, std::span<const Array> inputs) {
  return interpret(graph, graph.outputs(), inputs);
}

}  // namespace autumn::expr
