// This header declares the transforms of supports whose unit is a whole vector or matrix.
#pragma once

#include <span>

#include "model/constrain.h"

namespace autumn::model {

// The value has one item per row: items x (elements of an item, column by column).
[[nodiscard]] Constrained constrain_items(SupportKind kind, std::span<const std::size_t> dims,
                                          expr::Term free);

// Column k - 1 is the k-th vector of the Helmert basis of vectors that sum to zero: 1/sqrt(k(k+1))
// in the first k places, then -k/sqrt(k(k+1)). Stored column by column, n x (n - 1).
[[nodiscard]] std::vector<double> helmert_basis(std::size_t n);

// The same with the first row last: the basis along each side of a sum_to_zero_matrix, as Stan has
// it.
[[nodiscard]] std::vector<double> rotated_helmert_basis(std::size_t n);

}  // namespace autumn::model
