// This file takes scalar factors off the matrices of Gaussian vectors.
#include "collapse/forms/covariance_scale.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/numbers.h"
#include "collapse/rules/supports.h"
#include "dist/list.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Graph;
using expr::Op;
using expr::Term;

// Deeper ones are not looked into.
constexpr int kMaxDepth = 16;

// A product of powers of positive numbers and of variables that are declared so: exactly, so that
// nothing is lost by taking it apart.
bool is_positive_product(const model::Model& model, NodeId node, int depth = 0) {
  const Graph& graph = model.graph;
  if (depth == kMaxDepth) return false;
  const auto is_positive = [&](std::size_t k) {
    return is_positive_product(model, graph.operand(node, k), depth + 1);
  };
  switch (graph.op(node)) {
    case Op::kConstant:
      return std::ranges::all_of(graph.constant(node), [](double x) { return x > 0.0; });
    case Op::kInput:
      return is_positive_half_line(graph, model.variables[graph.node(node).payload].support);
    case Op::kSqrt:
    case Op::kSquare:
    case Op::kInverse:
    case Op::kReshape:
    case Op::kGather: return is_positive(0);
    case Op::kPow: return graph.is_constant(graph.operand(node, 1)) && is_positive(0);
    case Op::kMul:
    case Op::kDiv: return is_positive(0) && is_positive(1);
    default: return false;
  }
}

// matrix = scale * rest.
struct ScaledMatrix {
  Term scale;
  Term rest;
};

std::optional<ScaledMatrix> scale_of(Builder& builder, const model::Model& model, NodeId matrix) {
  const Graph& graph = model.graph;
  std::optional<Term> scale;
  while (graph.op(matrix) == Op::kMul || graph.op(matrix) == Op::kDiv) {
    const bool is_quotient = graph.op(matrix) == Op::kDiv;
    NodeId rest = graph.operand(matrix, 0);
    NodeId number = graph.operand(matrix, 1);
    if (graph.shape(rest).is_scalar() && !is_quotient) std::swap(rest, number);
    const bool is_scalar = graph.shape(number).is_scalar() && graph.shape(rest).is_matrix();
    if (!is_scalar || !is_positive_product(model, number)) break;
    const Term factor = is_quotient ? expr::inverse(Term(builder, number)) : Term(builder, number);
    scale = scale ? *scale * factor : factor;
    matrix = rest;
  }
  if (!scale) return std::nullopt;
  return ScaledMatrix{*scale, Term(builder, matrix)};
}

// Whether a matrix is known and its Cholesky factor has pivots of about one size, so that its
// inverse costs few digits.
bool is_known_and_regular(const Builder& builder, Term factor) {
  constexpr double kLeastPivot = 1e-3;  // beside the largest
  if (!builder.is_constant(factor.id()) || factor.size() == 0) return false;
  const std::span<const double> numbers = builder.graph().constant(factor.id());
  double least = kInfinity, largest = 0.0;
  for (std::size_t i = 0; i < numbers.size(); i += factor.shape().rows + 1) {
    if (!std::isfinite(numbers[i])) return false;
    least = std::min(least, numbers[i]);
    largest = std::max(largest, numbers[i]);
  }
  return least > kLeastPivot * largest;
}

}  // namespace

std::optional<ScaledRows> rows_with_scale(Builder& builder, const model::Model& model,
                                          const model::Factor& factor) {
  const dist::Distribution* d = factor.distribution;
  const bool is_factor = d == &dist::multi_normal_cholesky();
  const bool is_precision = d == &dist::multi_normal_prec();
  if (!is_multi_normal(factor)) return std::nullopt;
  const std::optional<ScaledMatrix> found = scale_of(builder, model, factor.arguments[1]);
  if (!found) return std::nullopt;
  model::Factor rest = factor;
  rest.arguments[1] = found->rest.id();
  std::optional<NormalRows> rows = normal_rows(builder, rest);
  const Term scale = is_factor ? found->scale : expr::sqrt(found->scale);
  rows->scale = (is_precision ? expr::inverse(scale) : scale).id();
  const Term triangle = is_factor ? found->rest : expr::cholesky(found->rest);
  return ScaledRows{*rows, is_known_and_regular(builder, triangle)};
}

}  // namespace autumn::collapse
