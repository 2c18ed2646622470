// This header declares loops for elementwise operations: on single numbers, and on arrays where no
// vector kernel exists.
#pragma once

#include "evaluate/bound_instruction.h"
#include "evaluate/vector/kernels.h"
#include "expr/op.h"

namespace autumn::evaluate {

// What runs an elementwise operation or a broadcast; the result has one element if `is_single`.
[[nodiscard]] BoundInstruction::Run element_run(expr::Op op, ScalarMask scalars, bool is_single,
                                                const VectorKernels& kernels);
// The same for operations that exist only in prepared programs.
[[nodiscard]] BoundInstruction::Run fused_run(Fused kind, ScalarMask scalars, bool is_single,
                                              const VectorKernels& kernels);

}  // namespace autumn::evaluate
