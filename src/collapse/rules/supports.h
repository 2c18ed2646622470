// The supports that families live on: questions about declared bounds that are constants.
#pragma once

#include <optional>

#include "model/model.h"

namespace autumn::collapse {

// Whether the node is a constant, all of whose elements are this number.
[[nodiscard]] bool is_constant_number(const expr::Graph& graph, std::optional<expr::NodeId> node,
                                      double number);

// <lower=0>, <lower=0, upper=1>, simplexes, and covariance matrices.
[[nodiscard]] bool is_positive_half_line(const expr::Graph& graph, const model::Support& support);
[[nodiscard]] bool is_unit_interval(const expr::Graph& graph, const model::Support& support);
[[nodiscard]] bool is_simplex(const expr::Graph& graph, const model::Support& support);
[[nodiscard]] bool is_cov_matrix(const expr::Graph& graph, const model::Support& support);

}  // namespace autumn::collapse
