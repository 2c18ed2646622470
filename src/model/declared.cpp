// This file compares what is taken out of a variable with its items.
#include "model/declared.h"

namespace autumn::model {
namespace {

using expr::Op;
using expr::Shape;

// Whether a gather or reshape of a variable consists of items of it, whole and in their order:
// several vectors as the rows of a matrix, or one matrix.
bool takes_whole_items(const Graph& graph, NodeId node, const Variable& variable) {
  const std::size_t rank = item_rank(variable.support.kind);
  const Shape shape = graph.shape(node);
  if (rank == 0 || shape.rank < rank) return false;
  std::vector<std::size_t> item(variable.dims.end() - static_cast<std::ptrdiff_t>(rank),
                                variable.dims.end());
  const bool is_batch = rank == 1 && shape.is_matrix();
  const std::size_t taken = is_batch ? shape.rows : 1;
  const Shape one = is_batch ? Shape::vector(shape.cols) : shape;
  if (one != node_shape(item) || one.size() == 0) return false;
  const std::size_t count = node_shape(variable.dims).size() / one.size();
  if (graph.op(node) == Op::kReshape) return taken == count;
  const expr::Index& index = graph.index(node);
  for (std::size_t i = 0; i < index.size(); ++i) {
    const std::size_t first = index[i % taken];
    if (first >= count || index[i] != first + count * (i / taken)) return false;
  }
  return true;
}

}  // namespace

const Support* declared_support(const Model& model, NodeId node) {
  if (model.graph.op(node) != Op::kInput) return nullptr;
  return &model.variables[model.graph.node(node).payload].support;
}

const Support* declared_items(const Model& model, NodeId node) {
  const Graph& graph = model.graph;
  if (graph.op(node) != Op::kGather && graph.op(node) != Op::kReshape) {
    return declared_support(model, node);
  }
  const NodeId source = graph.operand(node, 0);
  const Support* support = declared_support(model, source);
  if (support == nullptr) return nullptr;
  const Variable& variable = model.variables[graph.node(source).payload];
  return takes_whole_items(graph, node, variable) ? support : nullptr;
}

}  // namespace autumn::model
