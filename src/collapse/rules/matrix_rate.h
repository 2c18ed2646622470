// Factors of the form |P|^(n / 2) exp(-tr(R P) / 2) in a precision P: what the Wishart family (of
// P) and the inverse Wishart family (of its inverse) have in common.
#pragma once

#include <optional>

#include "collapse/rules/family.h"

namespace autumn::collapse {

// The use of an item in this distribution of vectors, c times the matrix with c > 0.
[[nodiscard]] bool accepts_matrix(const Use& use, const dist::Distribution& distribution);

// The share of N vectors: n = N, and the columns C of their residuals, so that R = C C' need not be
// formed. `precision` is that of a vector as a multiple of P, a scalar.
[[nodiscard]] Share share_of_residuals(Term value, Term mean, Term precision);

// Sums of shares: the rows n, the columns C of their residuals, and, if vectors have been
// integrated out before the matrix, the border B of their coefficients above C (vector_block.h).
struct MatrixSums {
  Term n;
  Term columns;
  std::optional<Term> border;
};
[[nodiscard]] MatrixSums matrix_sums(const Parameters& sums);

// log of the integral of |P|^(n / 2) exp(-tr(D D' P) / 2) over P ~ wishart(nu, l l'), where the
// columns of `relative` are l' C, and D is C without a border, and else what is left of C when the
// border is eliminated, over the determinant of its factor for each component. Minus infinity where
// nu is too small.
[[nodiscard]] Term log_marginal_of_matrix(Term nu, Term log_det_l, const MatrixSums& relative);

// The identity, with as many rows as a matrix.
[[nodiscard]] Term identity_like(Term a);

}  // namespace autumn::collapse
