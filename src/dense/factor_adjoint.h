// The adjoint of a Cholesky factor, in blocks.
#pragma once

#include "dense/kernels.h"

namespace autumn::dense {

// In: the lower triangle of `g` has the slopes of something in the elements of L, with A = L L'.
// Out: its slopes in the elements of the lower triangle of A, which is all that a factorisation
// reads. What `g` has above the diagonal is overwritten with zeros; that of L is not read.
void factor_adjoint(const Kernels& kernels, const ConstView& l, const View& g);

}  // namespace autumn::dense
