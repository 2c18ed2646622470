// The pass `factors`: a Cholesky factor is one operation with its adjoint.
#pragma once

#include <memory>

#include "expr/kernel.h"
#include "passes/rewrite.h"

namespace autumn::passes {

// The adjoint of `cholesky` as operations is a product, two solves with whole matrices and as many
// passes over them; half of what they compute is above the diagonal. Its own adjoint has a quarter
// of the multiplications. Small matrices are left alone.
[[nodiscard]] Rewritten factors(const Graph& graph);

// The factor of its one operand, to the bit as the operation gives it; no numbers if there is none.
[[nodiscard]] std::shared_ptr<const expr::Kernel> factor_kernel();

}  // namespace autumn::passes
