// Factors of the form |P|^(n / 2) exp(-tr(R P) / 2) in a precision P: what the Wishart family (of
// P) and the inverse Wishart family (of its inverse) have in common.
#pragma once

#include "collapse/rules/family.h"

namespace autumn::collapse {

// The use of an item in this distribution of vectors, c times the matrix with c > 0.
[[nodiscard]] bool accepts_matrix(const Use& use, const dist::Distribution& distribution);

// The share of N vectors: n = N, and the columns C of their residuals, so that R = C C' need not be
// formed. `precision` is that of a vector as a multiple of P, a scalar.
[[nodiscard]] Share share_of_residuals(Term value, Term mean, Term precision);

// log of the integral of |P|^(n / 2) exp(-tr(C C' P) / 2) over P ~ wishart(nu, l l'), where
// `relative` is l' C. Minus infinity where nu is too small.
[[nodiscard]] Term log_marginal_of_matrix(Term nu, Term n, Term log_det_l, Term relative);

// The columns of two matrices with equally many rows.
[[nodiscard]] Term beside(Term left, Term right);

// The identity, with as many rows as a matrix.
[[nodiscard]] Term identity_like(Term a);

}  // namespace autumn::collapse
