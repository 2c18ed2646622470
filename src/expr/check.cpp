// This file checks expression graphs, and is run after every pass.
#include <fmt/format.h>

#include "base/words.h"
#include "expr/graph.h"
#include "expr/infer.h"

namespace autumn::expr {
namespace {

Error fault(NodeId id, const Graph& graph, std::string_view what) {
  return {.message = fmt::format("node {} ({}): {}", id.value, name_of(graph.op(id)), what),
          .suggestion = {},
          .where = {}};
}

std::size_t expected_arity(Op op) {
  switch (class_of(op)) {
    case OpClass::kLeaf: return 0;
    case OpClass::kUnary: return 1;
    case OpClass::kBinary: return 2;
    case OpClass::kTernary: return 3;
    case OpClass::kStructural:
    case OpClass::kPlaceholder: break;
  }
  const bool is_binary =
      op == Op::kDot || op == Op::kMatmul || op == Op::kTriSolve || op == Op::kSolve;
  return is_binary ? 2 : 1;
}

bool has_any_arity(Op op) {
  return op == Op::kConcat || op == Op::kKernel || op == Op::kDeferred;
}

// Whether a part is one of its kernel's outputs.
bool fits_kernel(const Graph& graph, NodeId id) {
  const NodeId kernel = graph.operand(id, 0);
  if (graph.op(kernel) != Op::kKernel) return false;
  std::vector<Shape> operands;
  for (const NodeId operand : graph.operands(kernel)) operands.push_back(graph.shape(operand));
  const std::vector<Shape> outputs = output_shapes(graph.kernel(kernel), operands);
  const std::uint32_t part = graph.node(id).payload;
  return part < outputs.size() && outputs[part] == graph.shape(id);
}

bool fits_given_shape(const Graph& graph, NodeId id) {
  const Shape shape = graph.shape(id);
  switch (graph.op(id)) {
    case Op::kInput: return graph.inputs().at(graph.node(id).payload).shape == shape;
    case Op::kGather:
      return graph.index(id).size() == shape.size() &&
             graph.index(id).bound() <= graph.shape(graph.operand(id, 0)).size();
    case Op::kScatterAdd:
      return graph.index(id).size() == graph.shape(graph.operand(id, 0)).size() &&
             graph.index(id).bound() <= shape.size();
    case Op::kReshape: return graph.shape(graph.operand(id, 0)).size() == shape.size();
    case Op::kBroadcast: return graph.shape(graph.operand(id, 0)).is_scalar();
    case Op::kRepeatRows:
      return shape.is_matrix() && graph.shape(graph.operand(id, 0)).rows == shape.cols;
    case Op::kRepeatCols:
      return shape.is_matrix() && graph.shape(graph.operand(id, 0)).rows == shape.rows;
    case Op::kPart: return fits_kernel(graph, id);
    default: return true;
  }
}

Status check_node(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  for (const NodeId operand : graph.operands(id)) {
    if (operand >= id) return fault(id, graph, "an operand does not stand before its user");
  }
  if (!has_any_arity(node.op) && node.operand_count != expected_arity(node.op)) {
    return fault(id, graph, "has " + counted(node.operand_count, "operand"));
  }
  if (has_given_shape(node.op)) {
    if (!fits_given_shape(graph, id)) return fault(id, graph, "shape or index does not fit");
    return Done{};
  }
  std::vector<Shape> shapes;
  for (const NodeId operand : graph.operands(id)) shapes.push_back(graph.shape(operand));
  const Result<Shape> shape = infer_shape(node.op, shapes, node.payload);
  if (!shape) return fault(id, graph, shape.error().message);
  if (shape.value() != node.shape) {
    return fault(id, graph,
                 fmt::format("is {}, should be {}", to_text(node.shape), to_text(shape.value())));
  }
  return Done{};
}

}  // namespace

Status check(const Graph& graph) {
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    if (Status status = check_node(graph, NodeId{i}); !status) return status;
  }
  for (const NodeId output : graph.outputs()) {
    if (output.value >= graph.size()) {
      return Error{
          .message = "an output is not a node of the graph", .suggestion = {}, .where = {}};
    }
  }
  return Done{};
}

}  // namespace autumn::expr
