// A linear recurrence as an operation of the graph.
#pragma once

#include <memory>

#include "expr/kernel.h"

namespace autumn::passes {

// Operands: the first state, a scalar; what states are multiplied by, a scalar or a vector with a
// number for each step; what is added, a vector. The value is the vector of all states after the
// first. With `of_roots` the square of the root of a state is meant where it is used.
[[nodiscard]] std::shared_ptr<const expr::Kernel> linear_recurrence_kernel(bool of_roots);

}  // namespace autumn::passes
