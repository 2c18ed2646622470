// This header declares the terms of normal equations: products of entries, of which there is one
// for every monomial and element of the matrix.
#pragma once

#include <vector>

#include "gaussian/equations/equations.h"

namespace autumn::gaussian::equations {

// Rows with few entries are always terms: a dense matrix of them would be mostly zeros.
inline constexpr std::size_t kFewEntries = 6;

// Writes the terms of the rows that are not dense, and the pairs of the fixed ones. The
// innovations, supernodes, kernels and fixed rows of `equations` must be there; marks are per row
// of the innovations.
void add_terms(const Block& block, const std::vector<bool>& is_dense,
               const std::vector<bool>& is_fixed, Equations& equations);

}  // namespace autumn::gaussian::equations
