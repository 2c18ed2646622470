// The Gaussian block as a kernel of the expression graph.
#pragma once

#include <memory>

#include "expr/kernel.h"
#include "gaussian/eliminate.h"

namespace autumn::collapse {

// A block with its order of elimination, shared by the density and the recovery.
struct AnalyzedBlock {
  gaussian::Block block;
  gaussian::Symbolic symbolic;
};

// Operands: coefficients, constants, scales; those of which the block has none are left out. The
// value is the log marginal.
[[nodiscard]] std::shared_ptr<const expr::Kernel> gaussian_kernel(
    std::shared_ptr<const AnalyzedBlock> block);

// The same with the value in two parts: {log normaliser, rest}; the log marginal is the first less
// half the second. For a scale that the whole block shares.
[[nodiscard]] std::shared_ptr<const expr::Kernel> gaussian_parts_kernel(
    std::shared_ptr<const AnalyzedBlock> block);

}  // namespace autumn::collapse
