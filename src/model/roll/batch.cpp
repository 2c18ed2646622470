// This file has the batch form of every operation that has one.
#include "model/roll/batch.h"

#include <algorithm>
#include <numeric>

#include "dist/list.h"
#include "expr/term.h"
#include "model/roll/emit.h"

namespace autumn::model {
namespace {

using expr::Builder;
using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;

// Everything an operation on a batch is made of.
struct Batch {
  Builder& to;
  const Graph& graph;
  NodeId item;
  std::span<const Rolled> operands;
  std::size_t n;

  [[nodiscard]] Shape shape() const { return graph.shape(item); }
  [[nodiscard]] NodeId rows(std::size_t k) const { return full_rows(to, operands[k], n); }
  // A matrix of one row per item as the batch it is.
  [[nodiscard]] NodeId as_batch(NodeId matrix) const {
    return emit_reshape(to, matrix, batch_shape(n, shape()));
  }
};

// Item elements in another order: column j of the result is column order[j] of x.
NodeId pick_columns(const Batch& batch, NodeId x, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> elements(batch.n * order.size());
  for (std::size_t j = 0; j < order.size(); ++j) {
    const auto start = static_cast<std::uint32_t>(order[j] * batch.n);
    const auto at = elements.begin() + static_cast<std::ptrdiff_t>(j * batch.n);
    std::iota(at, at + static_cast<std::ptrdiff_t>(batch.n), start);
  }
  return emit_gather(batch.to, x, Index::list(std::move(elements)),
                     Shape::matrix(batch.n, order.size()));
}

// For every element of an item of this shape, a function of its row and column.
template <typename F>
std::vector<std::uint32_t> element_map(Shape shape, const F& f) {
  std::vector<std::uint32_t> map;
  map.reserve(shape.size());
  for (std::uint32_t c = 0; c < shape.cols; ++c) {
    for (std::uint32_t r = 0; r < shape.rows; ++r) map.push_back(f(r, c));
  }
  return map;
}

std::vector<std::uint32_t> transposition(Shape result) {
  return element_map(result, [&](std::uint32_t r, std::uint32_t c) { return c + r * result.cols; });
}

// Scalars meet scalars as vectors; as soon as items are arrays, everything is n x k or one scalar.
NodeId elementwise(const Batch& batch) {
  std::vector<NodeId> nodes;
  const std::size_t k = batch.shape().size();
  for (const Rolled& operand : batch.operands) {
    if (operand.item.is_scalar()) {
      const bool fits = operand.is_shared || batch.shape().is_scalar();
      nodes.push_back(fits ? operand.node : batch.to.repeat_cols(operand.node, k));
    } else {
      nodes.push_back(full_rows(batch.to, operand, batch.n));
    }
  }
  return emit_elementwise(batch.to, batch.graph.op(batch.item), nodes);
}

// Of all elements of each item.
NodeId reduce(const Batch& batch, Op row_op) {
  return batch.to.apply(row_op, {batch.rows(0)});
}

// Of each row of each item, r x c: an (n r) x c matrix has the same storage order.
NodeId reduce_rows(const Batch& batch, NodeId rows, Shape item, Op row_op) {
  const NodeId tall = emit_reshape(batch.to, rows, Shape::matrix(batch.n * item.rows, item.cols));
  return batch.as_batch(batch.to.apply(row_op, {tall}));
}

NodeId sum_columns(const Batch& batch) {
  const Shape item = batch.operands[0].item;
  const Shape transposed = Shape::matrix(item.cols, item.rows);
  const NodeId rows = pick_columns(batch, batch.rows(0), transposition(transposed));
  return reduce_rows(batch, rows, transposed, Op::kRowSums);
}

// x_i . v is X v; x_i . y_i is the row sums of X * Y.
NodeId dot(const Batch& batch) {
  for (std::size_t k = 0; k < 2; ++k) {
    if (!batch.operands[k].is_shared) continue;
    const NodeId v = batch.operands[k].node;
    const NodeId vector = emit_reshape(batch.to, v, Shape::vector(batch.to.shape(v).size()));
    return batch.to.apply(Op::kMatmul, {batch.rows(1 - k), vector});
  }
  const NodeId product[] = {batch.rows(0), batch.rows(1)};
  return batch.to.apply(Op::kRowSums, {emit_elementwise(batch.to, Op::kMul, product)});
}

enum class MatmulForm {
  kNone,
  kMatrixTimesItems,  // A x_i with one A: X A'
  kItemsTimesMatrix,  // x_i' B with one B: X B
  kMatricesTimesOne,  // A_i v with one v: the tall matrix of all A_i times v
};

MatmulForm matmul_form(const Graph& graph, NodeId item, std::span<const Rolled> operands) {
  const std::uint32_t flags = graph.node(item).payload;
  const bool left = (flags & expr::flag::kTransposeLeft) != 0;
  const bool right = (flags & expr::flag::kTransposeRight) != 0;
  const Rolled& a = operands[0];
  const Rolled& b = operands[1];
  if (a.is_shared && a.item.is_matrix() && b.item.is_vector() && !right) {
    return MatmulForm::kMatrixTimesItems;
  }
  if (b.is_shared && a.item.is_vector() && left && (b.item.is_matrix() || !right)) {
    return MatmulForm::kItemsTimesMatrix;
  }
  if (b.is_shared && a.item.is_matrix() && b.item.is_vector() && !left && !right) {
    return MatmulForm::kMatricesTimesOne;
  }
  return MatmulForm::kNone;
}

NodeId matmul(const Batch& batch) {
  const std::uint32_t flags = batch.graph.node(batch.item).payload;
  const Rolled& a = batch.operands[0];
  const Rolled& b = batch.operands[1];
  switch (matmul_form(batch.graph, batch.item, batch.operands)) {
    case MatmulForm::kMatrixTimesItems: {
      const bool is_transposed = (flags & expr::flag::kTransposeLeft) != 0;
      return batch.to.apply(Op::kMatmul, {batch.rows(1), a.node},
                            is_transposed ? expr::flag::kNone : expr::flag::kTransposeRight);
    }
    case MatmulForm::kItemsTimesMatrix:
      return batch.as_batch(batch.to.apply(Op::kMatmul, {batch.rows(0), b.node},
                                           flags & expr::flag::kTransposeRight));
    case MatmulForm::kMatricesTimesOne: {
      const Shape tall = Shape::matrix(batch.n * a.item.rows, a.item.cols);
      const NodeId all = emit_reshape(batch.to, batch.rows(0), tall);
      return batch.as_batch(batch.to.apply(Op::kMatmul, {all, b.node}));
    }
    case MatmulForm::kNone: break;
  }
  internal_error("this matrix product has a batch form", __FILE__, __LINE__);
}

// A^-1 x_i for all i at once: the x_i are the columns of the right-hand side.
NodeId solve(const Batch& batch) {
  const NodeId columns = batch.to.apply(Op::kTranspose, {batch.rows(1)});
  const NodeId solved =
      batch.to.apply(batch.graph.op(batch.item), {batch.operands[0].node, columns},
                     batch.graph.node(batch.item).payload);
  return batch.to.apply(Op::kTranspose, {solved});
}

// Element j of item i goes from i + n j to i + n index[j].
NodeId scatter_add(const Batch& batch) {
  const Index& index = batch.graph.index(batch.item);
  std::vector<std::uint32_t> elements;
  elements.reserve(batch.n * index.size());
  for (std::size_t j = 0; j < index.size(); ++j) {
    for (std::size_t i = 0; i < batch.n; ++i) {
      elements.push_back(static_cast<std::uint32_t>(i + batch.n * index[j]));
    }
  }
  const Shape shape = Shape::matrix(batch.n, batch.shape().size());
  return batch.as_batch(
      batch.to.scatter_add(batch.rows(0), Index::list(std::move(elements)), shape));
}

// The distribution whose density a deferred node stands for.
const dist::Distribution& density_of(const Graph& graph, NodeId item) {
  return *dist::all_distributions()[graph.node(item).payload];
}

// Densities of single numbers, which are elementwise.
bool is_batch_density(const Graph& graph, NodeId item, std::span<const Rolled> operands) {
  const dist::Distribution& d = density_of(graph, item);
  return d.is_scalar() &&
         std::all_of(d.arguments.begin(), d.arguments.end(),
                     [](const dist::Argument& a) { return a.item == dist::Item::kScalar; }) &&
         std::all_of(operands.begin(), operands.end(),
                     [](const Rolled& operand) { return operand.item.is_scalar(); });
}

NodeId density(const Batch& batch) {
  std::vector<expr::Term> terms;
  for (const Rolled& operand : batch.operands) {
    terms.emplace_back(batch.to, full_batch(batch.to, operand, batch.n));
  }
  const std::vector<expr::Term> arguments(terms.begin() + 1, terms.end());
  return density_of(batch.graph, batch.item).log_density(terms[0], arguments).id();
}

}  // namespace

Shape batch_shape(std::size_t n, Shape item) {
  return item.is_scalar() ? Shape::vector(n) : Shape::matrix(n, item.size());
}

NodeId full_rows(Builder& to, const Rolled& tuple, std::size_t n) {
  const Shape shape = Shape::matrix(n, tuple.item.size());
  if (!tuple.is_shared) return emit_reshape(to, tuple.node, shape);
  if (tuple.item.is_scalar()) return fill(to, tuple.node, shape);
  return to.repeat_rows(emit_reshape(to, tuple.node, Shape::vector(tuple.item.size())), n);
}

NodeId full_batch(Builder& to, const Rolled& tuple, std::size_t n) {
  if (!tuple.is_shared) return tuple.node;
  if (tuple.item.is_scalar()) return fill(to, tuple.node, Shape::vector(n));
  return full_rows(to, tuple, n);
}

bool has_batch_form(const Graph& graph, NodeId item, std::span<const Rolled> operands) {
  const Op op = graph.op(item);
  if (expr::is_elementwise(op)) return true;
  switch (op) {
    case Op::kScatterAdd:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols:
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums:
    case Op::kLogSumExp:
    case Op::kRowLogSumExp:
    case Op::kDot: return true;
    case Op::kCumulativeSum: return operands[0].item.is_vector();
    case Op::kMatmul: return matmul_form(graph, item, operands) != MatmulForm::kNone;
    case Op::kTriSolve:
    case Op::kSolve: return operands[0].is_shared && operands[1].item.is_vector();
    case Op::kDeferred: return is_batch_density(graph, item, operands);
    default: return false;
  }
}

NodeId apply_batch(Builder& to, const Graph& graph, NodeId item, std::span<const Rolled> operands,
                   std::size_t n) {
  const Batch batch{to, graph, item, operands, n};
  const Shape shape = batch.shape();
  const Op op = graph.op(item);
  if (expr::is_elementwise(op)) return elementwise(batch);
  switch (op) {
    case Op::kScatterAdd: return scatter_add(batch);
    case Op::kReshape: return batch.as_batch(operands[0].node);
    case Op::kTranspose: return pick_columns(batch, batch.rows(0), transposition(shape));
    case Op::kBroadcast: return to.repeat_cols(operands[0].node, shape.size());
    case Op::kRepeatRows:
      return pick_columns(batch, batch.rows(0), element_map(shape, [](auto, auto c) { return c; }));
    case Op::kRepeatCols:
      return pick_columns(batch, batch.rows(0), element_map(shape, [](auto r, auto) { return r; }));
    case Op::kSum: return reduce(batch, Op::kRowSums);
    case Op::kLogSumExp: return reduce(batch, Op::kRowLogSumExp);
    case Op::kRowSums:
    case Op::kRowLogSumExp: return reduce_rows(batch, batch.rows(0), operands[0].item, op);
    case Op::kColSums: return sum_columns(batch);
    case Op::kCumulativeSum: return to.apply(op, {batch.rows(0)}, graph.node(item).payload);
    case Op::kDot: return dot(batch);
    case Op::kMatmul: return matmul(batch);
    case Op::kTriSolve:
    case Op::kSolve: return solve(batch);
    case Op::kDeferred: return density(batch);
    default: break;
  }
  internal_error("this operation has a batch form", __FILE__, __LINE__);
}

}  // namespace autumn::model
