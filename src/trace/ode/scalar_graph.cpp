// This file takes array operations apart into operations on single numbers.
#include "trace/ode/scalar_graph.h"

#include <numeric>
#include <vector>

#include "expr/builder.h"

namespace autumn::trace {
namespace {

using expr::Builder;
using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;
using Nodes = std::vector<NodeId>;

// More than this is not a small graph, and its arrays may be long enough to be fast.
constexpr std::size_t kMostNumbers = 20000;

std::size_t numbers_of(const Graph& graph, NodeId id) {
  const std::size_t size = graph.shape(id).size();
  const auto operands = graph.operands(id);
  if (graph.op(id) != Op::kMatmul) return size;
  return size + graph.shape(operands[0]).size() * graph.shape(operands[1]).cols;
}

class Scalars {
 public:
  explicit Scalars(const Graph& graph) : graph_(graph), numbers_(graph.size()) {
    for (const expr::Input& input : graph.inputs()) {
      inputs_.emplace_back();
      for (std::size_t k = 0; k < input.shape.size(); ++k) {
        inputs_.back().push_back(to_.input(input.name, Shape::scalar()));
      }
    }
  }

  [[nodiscard]] Graph build() && {
    for (const NodeId id : expr::reachable(graph_, graph_.outputs())) numbers_[id.value] = of(id);
    Nodes outputs;
    for (const NodeId id : graph_.outputs()) {
      outputs.insert(outputs.end(), at(id).begin(), at(id).end());
    }
    return std::move(to_).finish(std::move(outputs));
  }

 private:
  [[nodiscard]] const Nodes& at(NodeId id) const { return numbers_[id.value]; }
  [[nodiscard]] const Nodes& operand(NodeId id, std::size_t k) const {
    return at(graph_.operand(id, k));
  }

  [[nodiscard]] Nodes of(NodeId id) {
    switch (graph_.op(id)) {
      case Op::kInput: return inputs_[graph_.node(id).payload];
      case Op::kConstant: return constants(id);
      case Op::kGather:
      case Op::kConcat:
      case Op::kReshape:
      case Op::kTranspose:
      case Op::kBroadcast:
      case Op::kRepeatRows:
      case Op::kRepeatCols: return moved(id);
      case Op::kScatterAdd:
      case Op::kSum:
      case Op::kRowSums:
      case Op::kColSums: return summed(id);
      case Op::kCumulativeSum: return running_sums(id);
      case Op::kDot: return {dot(id)};
      case Op::kMatmul: return product(id);
      default: return is_elementwise(graph_.op(id)) ? elementwise(id) : as_array(id);
    }
  }

  [[nodiscard]] Nodes constants(NodeId id) {
    Nodes out;
    for (const double x : graph_.constant(id)) out.push_back(to_.constant(x));
    return out;
  }

  [[nodiscard]] Nodes elementwise(NodeId id) {
    const auto operands = graph_.operands(id);
    Nodes out;
    Nodes arguments(operands.size());
    for (std::size_t i = 0; i < graph_.shape(id).size(); ++i) {
      for (std::size_t k = 0; k < operands.size(); ++k) {
        const Nodes& x = at(operands[k]);
        arguments[k] = x.size() == 1 ? x[0] : x[i];
      }
      out.push_back(to_.apply(graph_.op(id), arguments));
    }
    return out;
  }

  // Element i of the result is an element of the operands, one operand after the other.
  [[nodiscard]] std::size_t source(NodeId id, std::size_t i) const {
    const Shape shape = graph_.shape(id);
    switch (graph_.op(id)) {
      case Op::kGather: return graph_.index(id)[i];
      case Op::kTranspose: return (i % shape.rows) * shape.cols + i / shape.rows;
      case Op::kBroadcast: return 0;
      case Op::kRepeatRows: return i / shape.rows;
      case Op::kRepeatCols: return i % shape.rows;
      default: return i;
    }
  }

  [[nodiscard]] Nodes moved(NodeId id) {
    Nodes all;
    for (const NodeId x : graph_.operands(id)) all.insert(all.end(), at(x).begin(), at(x).end());
    Nodes out;
    for (std::size_t i = 0; i < graph_.shape(id).size(); ++i) out.push_back(all[source(id, i)]);
    return out;
  }

  // Where element i of the operand is added.
  [[nodiscard]] std::size_t target(NodeId id, std::size_t i) const {
    const std::size_t rows = graph_.shape(graph_.operand(id, 0)).rows;
    switch (graph_.op(id)) {
      case Op::kScatterAdd: return graph_.index(id)[i];
      case Op::kRowSums: return i % rows;
      case Op::kColSums: return i / rows;
      default: return 0;
    }
  }

  [[nodiscard]] Nodes summed(NodeId id) {
    const Nodes& x = operand(id, 0);
    std::vector<Nodes> terms(graph_.shape(id).size());
    for (std::size_t i = 0; i < x.size(); ++i) terms[target(id, i)].push_back(x[i]);
    Nodes out;
    for (const Nodes& these : terms) out.push_back(sum(these));
    return out;
  }

  [[nodiscard]] NodeId sum(const Nodes& terms) {
    if (terms.empty()) return to_.constant(0.0);
    return std::accumulate(terms.begin() + 1, terms.end(), terms[0],
                           [&](NodeId a, NodeId b) { return to_.apply(Op::kAdd, {a, b}); });
  }

  [[nodiscard]] Nodes running_sums(NodeId id) {
    Nodes out = operand(id, 0);
    const bool is_reverse = (graph_.node(id).payload & expr::flag::kReverse) != 0;
    for (std::size_t k = 1; k < out.size(); ++k) {
      const std::size_t i = is_reverse ? out.size() - 1 - k : k;
      out[i] = to_.apply(Op::kAdd, {out[is_reverse ? i + 1 : i - 1], out[i]});
    }
    return out;
  }

  [[nodiscard]] NodeId dot(NodeId id) {
    Nodes terms;
    for (std::size_t i = 0; i < operand(id, 0).size(); ++i) {
      terms.push_back(to_.apply(Op::kMul, {operand(id, 0)[i], operand(id, 1)[i]}));
    }
    return sum(terms);
  }

  [[nodiscard]] Nodes product(NodeId id) {
    const std::uint32_t flags = graph_.node(id).payload;
    const Shape a = graph_.shape(graph_.operand(id, 0));
    const Shape b = graph_.shape(graph_.operand(id, 1));
    const bool is_left_turned = (flags & expr::flag::kTransposeLeft) != 0;
    const bool is_right_turned = (flags & expr::flag::kTransposeRight) != 0;
    const std::size_t rows = is_left_turned ? a.cols : a.rows;
    const std::size_t inner = is_left_turned ? a.rows : a.cols;
    const std::size_t cols = is_right_turned ? b.rows : b.cols;
    Nodes out;
    for (std::size_t i = 0; i < rows * cols; ++i) {
      Nodes terms;
      for (std::size_t k = 0; k < inner; ++k) {
        const std::size_t row = i % rows;
        const std::size_t col = i / rows;
        const NodeId left = operand(id, 0)[is_left_turned ? k + a.rows * row : row + a.rows * k];
        const NodeId right = operand(id, 1)[is_right_turned ? col + b.rows * k : k + b.rows * col];
        terms.push_back(to_.apply(Op::kMul, {left, right}));
      }
      out.push_back(sum(terms));
    }
    return out;
  }

  // The operation as it is, on arrays put together from their numbers. Kernels have no numbers of
  // their own, only their parts do.
  [[nodiscard]] Nodes as_array(NodeId id) {
    if (graph_.op(id) == Op::kKernel) return {};
    const NodeId owner = graph_.op(id) == Op::kPart ? graph_.operand(id, 0) : id;
    Nodes operands;
    for (const NodeId x : graph_.operands(owner)) operands.push_back(array(x));
    NodeId result = to_.copy(graph_, owner, operands);
    if (owner != id) result = to_.part(result, graph_.node(id).payload);
    Nodes out;
    for (std::uint32_t i = 0; i < graph_.shape(id).size(); ++i) {
      out.push_back(to_.gather(result, Index::range(i, 1), Shape::scalar()));
    }
    return out;
  }

  [[nodiscard]] NodeId array(NodeId id) {
    const Shape shape = graph_.shape(id);
    if (shape.is_scalar()) return at(id)[0];
    const NodeId all =
        at(id).empty() ? to_.constant(Shape::vector(0), {}) : to_.apply(Op::kConcat, at(id));
    return shape.is_vector() ? all : to_.reshape(all, shape);
  }

  const Graph& graph_;
  Builder to_;
  std::vector<Nodes> inputs_;   // by slot
  std::vector<Nodes> numbers_;  // by node
};

}  // namespace

std::optional<Graph> scalar_graph(const Graph& graph) {
  std::size_t total = 0;
  for (const NodeId id : expr::reachable(graph, graph.outputs())) total += numbers_of(graph, id);
  if (total > kMostNumbers) return std::nullopt;
  return Scalars(graph).build();
}

}  // namespace autumn::trace
