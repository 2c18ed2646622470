// A vector block is a Gaussian block whose rows are vectors with one matrix, a collapsed covariance
// or precision: its columns are vectors, too, and go before the matrix does.
#pragma once

#include <optional>
#include <vector>

#include "collapse/copier.h"
#include "collapse/forms/vector_columns.h"
#include "expr/term.h"

namespace autumn::collapse {

struct VectorBlock {
  // Rows of one factor, in the order of their entries.
  struct Part {
    NodeId residual;                  // without the vectors, all rows of the factor as columns
    std::vector<std::uint32_t> rows;  // of the factor
    NodeId matrix;  // its last argument: a number where the matrix is the identity
    bool is_precision = false;
  };

  VectorColumns columns;
  std::vector<Part> parts;

  [[nodiscard]] std::size_t rows() const;
};

// The rows, divided by their scales, as columns: below the border of coefficients (one row per
// vector) are the residuals without the vectors.
struct BorderedColumns {
  expr::Term border;
  expr::Term residuals;
  expr::Term log_precisions;  // half the sum of the logs of all precisions, relative to the matrix
};

// In terms of `to`, in which the vectors are zero and the matrix is the identity. Known rows are
// compressed.
[[nodiscard]] BorderedColumns bordered_columns(expr::Builder& to, const VectorBlock& block,
                                               const Copies& copies);

// Rows that are all known are free of their border once and for all.
struct EliminatedBorder {
  expr::Term residuals;
  double log_det;  // of the factor of the squares of the border
};
[[nodiscard]] std::optional<EliminatedBorder> known_rest(const BorderedColumns& columns);

// The vectors given their matrix, from standard normal numbers: one number of the result for each
// element, vector by vector.
[[nodiscard]] expr::Term drawn_vectors(const VectorBlock& block, const BorderedColumns& columns,
                                       expr::Term matrix, expr::Term normals);

}  // namespace autumn::collapse
