// The forward algorithm of a hidden chain as an operation of the graph.
#pragma once

#include <memory>

#include "expr/kernel.h"
#include "scan/hidden_chain.h"

namespace autumn::model {

// Operands: the first states, what moves add and what emissions add, all vectors in the orders of
// scan/hidden_chain.h. The value begins with the states that are wanted.
[[nodiscard]] std::shared_ptr<const expr::Kernel> hidden_chain_kernel(scan::HiddenChain chain);

}  // namespace autumn::model
