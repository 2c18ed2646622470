// This header declares the Gaussian block as a kernel of the expression graph.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "expr/kernel.h"
#include "gaussian/eliminate.h"

namespace autumn::collapse {

// A block with its order of elimination, shared by the density and the recovery.
struct AnalyzedBlock {
  gaussian::Block block;
  gaussian::Symbolic symbolic;
};

// The same block with its numbers moved as rounding might have moved them: entries and constants in
// their last place, and what compression left over by what the constants it came from allow.
[[nodiscard]] AnalyzedBlock nudged(const AnalyzedBlock& block, Random& random);

// The inputs of a block from its operands, of which operand(k) gives the numbers of the k-th.
template <typename Operand>
[[nodiscard]] gaussian::Inputs inputs_of(const gaussian::Block& block, Operand operand) {
  std::size_t next = 0;
  const auto take = [&](std::size_t size) {
    return size == 0 ? std::span<const double>{} : std::span<const double>(operand(next++));
  };
  gaussian::Inputs inputs;
  inputs.coefficients = take(block.coefficients);
  inputs.constants = take(block.constants);
  inputs.scales = take(block.scales);
  return inputs;
}

// Operands: coefficients, constants, scales; those of which the block has none are left out. The
// value is the log marginal.
[[nodiscard]] std::shared_ptr<const expr::Kernel> gaussian_kernel(
    std::shared_ptr<const AnalyzedBlock> block);

// The same with the value in two parts: {log normaliser, rest}; the log marginal is the first less
// half the second. For a scale that the whole block shares.
[[nodiscard]] std::shared_ptr<const expr::Kernel> gaussian_parts_kernel(
    std::shared_ptr<const AnalyzedBlock> block);

}  // namespace autumn::collapse
