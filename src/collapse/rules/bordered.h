// Bordered columns: matrices above and beside each other, and what of the factor of their squares
// is left when the rows of the border are eliminated.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "expr/term.h"

namespace autumn::collapse {

// The columns of matrices with equally many rows.
[[nodiscard]] expr::Term beside(const std::vector<expr::Term>& parts);
// The rows of two matrices with equally many columns.
[[nodiscard]] expr::Term below(expr::Term top, expr::Term bottom);
[[nodiscard]] expr::Term top_rows(expr::Term x, std::size_t rows);
[[nodiscard]] expr::Term bottom_rows(expr::Term x, std::size_t rows);

// A part of a matrix.
struct MatrixPart {
  std::size_t first_row;
  std::size_t first_column;
  std::size_t rows;
  std::size_t columns;
};
[[nodiscard]] expr::Term block_of(expr::Term x, const MatrixPart& part);

// A square of zeros with as many rows as x.
[[nodiscard]] expr::Term zero_square(expr::Term x);

// With a border B above the columns C and a lower triangle A: D D' = C C' - C B' (B B')^-1 B C' is
// what is left of C when the border is eliminated. Without one, D is C.
struct LogDets {
  expr::Term left;                   // of the factor of A A' + D D'
  std::optional<expr::Term> border;  // of the factor of B B'
};
[[nodiscard]] LogDets bordered_log_dets(expr::Term a, expr::Term c,
                                        const std::optional<expr::Term>& border);
// The factor of A A' + D D', without derivatives.
[[nodiscard]] expr::Term bordered_factor(expr::Term a, expr::Term c,
                                         const std::optional<expr::Term>& border);

}  // namespace autumn::collapse
