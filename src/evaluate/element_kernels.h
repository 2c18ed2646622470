// Loops over contiguous arrays, one per elementwise operation and pattern of scalar operands.
#pragma once

#include <cstddef>

#include "expr/op.h"

namespace autumn::evaluate {

// Writes out[0 .. n). Operands the operation does not have are not looked at. `out` overlaps no
// operand.
using ElementKernel = void (*)(const double* x, const double* y, const double* z, double* out,
                               std::size_t n);

// Which operands are read as scalars: bit k for operand k.
using ScalarMask = unsigned;

// The loop for an elementwise operation or a broadcast; n is always 1 if `is_single`.
[[nodiscard]] ElementKernel element_kernel(expr::Op op, ScalarMask scalars, bool is_single);

}  // namespace autumn::evaluate
