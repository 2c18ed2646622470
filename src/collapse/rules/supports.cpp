// This file compares declared bounds with 0 and 1, as exact numbers.
#include "collapse/rules/supports.h"

#include <algorithm>

namespace autumn::collapse {

using model::SupportKind;

bool is_constant_number(const expr::Graph& graph, std::optional<expr::NodeId> node, double number) {
  if (!node || !graph.is_constant(*node)) return false;
  return std::ranges::all_of(graph.constant(*node), [&](double x) { return x == number; });
}

bool is_positive_half_line(const expr::Graph& graph, const model::Support& support) {
  return support.kind == SupportKind::kLower && is_constant_number(graph, support.lower, 0.0);
}

bool is_unit_interval(const expr::Graph& graph, const model::Support& support) {
  return support.kind == SupportKind::kInterval && is_constant_number(graph, support.lower, 0.0) &&
         is_constant_number(graph, support.upper, 1.0);
}

bool is_simplex(const expr::Graph&, const model::Support& support) {
  return support.kind == SupportKind::kSimplex;
}

bool is_cov_matrix(const expr::Graph&, const model::Support& support) {
  return support.kind == SupportKind::kCovMatrix;
}

}  // namespace autumn::collapse
