// This file finds Gaussian log densities by covariances, for the pass `covariances`.
#include "passes/covariances.h"

#include <array>

#include "passes/covariance_kernel.h"

namespace autumn::passes {
namespace {

using expr::Op;

// Below, the few operations of so small a matrix cost as much one by one.
constexpr std::size_t kFewestRows = 4;

bool is_half_negated(const Graph& graph, NodeId id) {
  return graph.is_constant(id) && graph.shape(id).is_scalar() && graph.constant(id)[0] == -0.5;
}

// What an operation of one operand is applied to.
std::optional<NodeId> below(const Graph& graph, NodeId id, Op op) {
  if (graph.op(id) != op) return std::nullopt;
  return graph.operand(id, 0);
}

// The operands of a commutative operation of which the first is a constant.
struct WithConstant {
  NodeId constant;
  NodeId other;
};
std::optional<WithConstant> with_constant(const Graph& graph, NodeId id, Op op) {
  if (graph.op(id) != op) return std::nullopt;
  const NodeId x = graph.operand(id, 0), y = graph.operand(id, 1);
  if (graph.is_constant(x)) return WithConstant{x, y};
  if (graph.is_constant(y)) return WithConstant{y, x};
  return std::nullopt;
}

// L of sum(log(diagonal(L))).
std::optional<NodeId> factor_of_log_determinant(const Graph& graph, NodeId id) {
  const auto logs = below(graph, id, Op::kSum);
  const auto diagonal = logs ? below(graph, *logs, Op::kLog) : std::nullopt;
  const auto l = diagonal ? below(graph, *diagonal, Op::kGather) : std::nullopt;
  if (!l || graph.op(*l) != Op::kCholesky) return std::nullopt;
  const std::uint32_t n = graph.shape(*l).rows;
  if (!(graph.index(*diagonal) == expr::Index::range(0, n, n + 1))) return std::nullopt;
  return l;
}

// z of sum(square(z)) or dot(z, z).
std::optional<NodeId> root_of_squares(const Graph& graph, NodeId id) {
  if (graph.op(id) == Op::kDot && graph.operand(id, 0) == graph.operand(id, 1)) {
    return graph.operand(id, 0);
  }
  const auto squares = below(graph, id, Op::kSum);
  return squares ? below(graph, *squares, Op::kSquare) : std::nullopt;
}

struct Found {
  NodeId covariance;
  NodeId residual;
  NodeId constant;
};

std::optional<Found> find_density(const Graph& graph, NodeId id) {
  if (graph.op(id) != Op::kSub || !graph.shape(id).is_scalar()) return std::nullopt;
  const auto half = with_constant(graph, graph.operand(id, 0), Op::kMul);
  const auto normaliser = with_constant(graph, graph.operand(id, 1), Op::kAdd);
  if (!half || !normaliser || !is_half_negated(graph, half->constant)) return std::nullopt;
  const auto l = factor_of_log_determinant(graph, normaliser->other);
  const auto z = root_of_squares(graph, half->other);
  if (!l || !z || graph.op(*z) != Op::kTriSolve || graph.operand(*z, 0) != *l) return std::nullopt;
  const bool is_plain = graph.node(*z).payload == expr::flag::kNone;
  if (!is_plain || graph.shape(*z).is_matrix()) return std::nullopt;
  if (graph.shape(*l).rows < kFewestRows) return std::nullopt;
  return Found{graph.operand(*l, 0), graph.operand(*z, 1), normaliser->constant};
}

}  // namespace

Rewritten covariances(const Graph& graph) {
  Rebuilding to;
  return rebuild_where(graph, to, [&](NodeId id) -> std::optional<expr::Term> {
    const auto found = find_density(graph, id);
    if (!found) return std::nullopt;
    const auto made = [&](NodeId node) { return to.map[node.value]; };
    const std::array operands{made(found->covariance), made(found->residual)};
    const NodeId kernel = to.builder.kernel(covariance_kernel(), operands);
    const expr::Term value(to.builder, to.builder.part(kernel, 0));
    return value - expr::Term(to.builder, made(found->constant));
  });
}

}  // namespace autumn::passes
