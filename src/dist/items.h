// Items are a view of vector variates and arguments: a vector is one item, a matrix has one per
// row.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "expr/term.h"

namespace autumn::dist {

// The length of one item.
[[nodiscard]] std::size_t item_length(expr::Term items);

// Both with equally many items: a single one is repeated to meet the rows of the other.
[[nodiscard]] std::pair<expr::Term, expr::Term> match_items(expr::Term x, expr::Term y);

// The sum of each item: a scalar for one, a vector for several.
[[nodiscard]] expr::Term item_sums(expr::Term items);

// |L^-1 (y - mu)|^2 of each item, for one lower triangular L.
[[nodiscard]] expr::Term squared_distances(expr::Term y, expr::Term mu, expr::Term l);

// The differences y - mu as columns, ready for products and solves; a single one is a vector.
[[nodiscard]] expr::Term residual_columns(expr::Term y, expr::Term mu);
[[nodiscard]] expr::Term squared_lengths(expr::Term columns);

// log det of a lower triangular matrix with a positive diagonal.
[[nodiscard]] expr::Term log_det_triangle(expr::Term l);

// The numbers of a constant node, copied: the builder may move them as it grows.
[[nodiscard]] std::vector<double> constant_numbers(expr::Term x);
[[nodiscard]] expr::Term constant_vector(expr::Builder& builder, const std::vector<double>& x);

// One element of every item: item i gives its element category[i] - first. A single item serves all
// categories, a single category all items.
[[nodiscard]] expr::Term pick(expr::Term items, expr::Term category, double first);

}  // namespace autumn::dist
