// This file finds symmetric matrices in one forward sweep over the graph.
#include "model/symmetry.h"

#include <algorithm>
#include <optional>

namespace autumn::model {
namespace {

using expr::Op;
using expr::Shape;

bool is_square(Shape shape) {
  return shape.is_matrix() && shape.rows == shape.cols;
}

// Whether f(i, j) == f(j, i) for the places of a square matrix in storage order.
template <typename At>
bool is_mirrored(std::size_t n, At at) {
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (!(at(i + n * j) == at(j + n * i))) return false;
    }
  }
  return true;
}

bool is_declared(const Model& model, NodeId id) {
  const SupportKind kind = model.variables[model.graph.node(id).payload].support.kind;
  return kind == SupportKind::kCovMatrix || kind == SupportKind::kCorrMatrix;
}

// A A' or A' A.
bool is_square_of(const Graph& graph, NodeId id) {
  const NodeId a = graph.operand(id, 0);
  const NodeId b = graph.operand(id, 1);
  const std::uint32_t flags = graph.node(id).payload;
  const bool is_left = (flags & expr::flag::kTransposeLeft) != 0;
  const bool is_right = (flags & expr::flag::kTransposeRight) != 0;
  if (a == b) return is_left != is_right;
  const auto is_transpose_of = [&](NodeId x, NodeId y) {
    return graph.op(x) == Op::kTranspose && graph.operand(x, 0) == y;
  };
  return is_left == is_right && (is_transpose_of(a, b) || is_transpose_of(b, a));
}

// What is added only to the diagonal.
bool is_on_diagonal(const Graph& graph, NodeId id) {
  const expr::Index& index = graph.index(id);
  const std::size_t n = graph.shape(id).rows;
  for (std::size_t k = 0; k < index.size(); ++k) {
    if (index[k] / n != index[k] % n) return false;
  }
  return true;
}

bool is_list_mirrored(const Graph& graph, NodeId list, std::size_t n) {
  if (graph.op(list) != Op::kConcat || graph.operands(list).size() != n * n) return false;
  return is_mirrored(n, [&](std::size_t k) { return graph.operand(list, k); });
}

// One number of a node.
struct Place {
  NodeId node;
  std::size_t element = 0;

  bool operator==(const Place&) const = default;
};

// Where a number was before it was moved about, as far as a few steps go.
Place origin(const Graph& graph, Place place) {
  constexpr int kSteps = 8;
  constexpr std::size_t kMostParts = 64;
  for (int step = 0; step < kSteps; ++step) {
    const Op op = graph.op(place.node);
    if (op == Op::kGather) {
      place = {graph.operand(place.node, 0), graph.index(place.node)[place.element]};
    } else if (op == Op::kReshape) {
      place.node = graph.operand(place.node, 0);
    } else if (op == Op::kBroadcast) {
      place = {graph.operand(place.node, 0), 0};
    } else if (op == Op::kConcat && graph.operands(place.node).size() <= kMostParts) {
      std::size_t part = 0;
      for (; place.element >= graph.shape(graph.operand(place.node, part)).size(); ++part) {
        place.element -= graph.shape(graph.operand(place.node, part)).size();
      }
      place.node = graph.operand(place.node, part);
    } else {
      break;
    }
  }
  return place;
}

// A constant, or where it is from.
struct Moved {
  Place from;
  std::optional<double> number;

  bool operator==(const Moved&) const = default;
};

// The same place for both numbers of a pair of a matrix that is symmetric.
Place above_diagonal(const Graph& graph, const Place& place, const std::vector<bool>& known) {
  if (!known[place.node.value] || !is_square(graph.shape(place.node))) return place;
  const std::size_t n = graph.shape(place.node).rows;
  const std::size_t mirrored = place.element / n + n * (place.element % n);
  return {place.node, std::max(place.element, mirrored)};
}

// Numbers that were moved to their places: both of a pair are the same one, or a pair of another
// symmetric matrix, of which a loop changed the diagonal, or equal constants.
bool is_moved_mirrored(const Graph& graph, NodeId id, std::size_t n,
                       const std::vector<bool>& known) {
  return is_mirrored(n, [&](std::size_t k) {
    const Place from = above_diagonal(graph, origin(graph, {id, k}), known);
    return graph.is_constant(from.node)
               ? Moved{.from = {}, .number = graph.constant(from.node)[from.element]}
               : Moved{.from = from, .number = std::nullopt};
  });
}

bool is_symmetric(const Model& model, NodeId id, const std::vector<bool>& known) {
  const Graph& graph = model.graph;
  const Shape shape = graph.shape(id);
  if (shape.size() == 1) return true;
  if (!is_square(shape)) return false;
  const std::size_t n = shape.rows;
  const auto of = [&](std::size_t k) -> bool { return known[graph.operand(id, k).value]; };
  const Op op = graph.op(id);
  if (op == Op::kInput) return is_declared(model, id);
  if (graph.is_constant(id)) {
    const auto numbers = graph.constant(id);
    return is_mirrored(n, [&](std::size_t k) { return numbers[k]; });
  }
  if (expr::is_elementwise(op)) {
    return std::ranges::all_of(graph.operands(id), [&](NodeId x) { return known[x.value]; });
  }
  switch (op) {
    case Op::kBroadcast: return true;
    case Op::kTranspose: return of(0);
    case Op::kReshape:
      return is_list_mirrored(graph, graph.operand(id, 0), n) ||
             is_moved_mirrored(graph, id, n, known);
    case Op::kMatmul: return is_square_of(graph, id);
    case Op::kScatterAdd: return is_on_diagonal(graph, id);
    case Op::kGather: return is_moved_mirrored(graph, id, n, known);
    case Op::kConcat: return is_list_mirrored(graph, id, n);
    default: return false;
  }
}

}  // namespace

std::vector<bool> symmetric_nodes(const Model& model) {
  std::vector<bool> known(model.graph.size(), false);
  for (std::uint32_t i = 0; i < known.size(); ++i) {
    known[i] = is_symmetric(model, NodeId{i}, known);
  }
  return known;
}

}  // namespace autumn::model
