// An adjoint kernel is what `Kernel::adjoint` gives.
#pragma once

#include "expr/kernel.h"

namespace autumn::expr {

// Output 0, the value, is its only one: nothing differentiates it. Partials of it that nobody reads
// would take the space of its value times that of all its operands.
class AdjointKernel : public Kernel {};

}  // namespace autumn::expr
