// This header finds the matrix variable that is, times a number, the covariance or the precision of
// Gaussian vectors, and what such vectors are without it.
#pragma once

#include <optional>

#include "collapse/forms/form.h"
#include "collapse/forms/vector_columns.h"
#include "model/model.h"

namespace autumn::collapse {

// The first element of the only matrix among the candidates of `forms` that the covariance or
// precision of a multivariate normal factor contains.
[[nodiscard]] std::optional<ElementPlace> matrix_item(Forms& forms, const model::Model& model,
                                                      const model::Factor& factor);

// The elements of that matrix, column by column.
[[nodiscard]] std::vector<std::uint32_t> elements_of_item(const model::Variable& variable,
                                                          std::uint32_t first);

// Value less mean of such a factor, rows one after the other: what is whitened by the matrix.
[[nodiscard]] NodeId plain_residual(Builder& builder, const model::Factor& factor);

}  // namespace autumn::collapse
