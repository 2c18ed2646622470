// This header declares the tables of vector kernels, one per instruction set.
#pragma once

#include <array>
#include <cstddef>

#include "base/instruction_set.h"
#include "evaluate/bound_instruction.h"
#include "evaluate/fused.h"
#include "expr/op.h"

namespace autumn::evaluate {

inline constexpr std::size_t kOpCount = 0
#define AUTUMN_X(kind, name, op_class) +1
    AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
    ;

// Which operands are read as scalars: bit k for operand k.
using ScalarMask = unsigned;
inline constexpr std::size_t kScalarMasks = 8;

// One loop per pattern of scalar operands; null where there is none.
using Loops = std::array<BoundInstruction::Run, kScalarMasks>;

// Null stands for: no vector form, use the loop of element_kernels.h.
struct VectorKernels {
  std::array<Loops, kOpCount> elementwise{};
  std::array<Loops, kFusedCount> fused{};
  BoundInstruction::Run sum = nullptr;
  BoundInstruction::Run dot = nullptr;
  BoundInstruction::Run gather_segments = nullptr;
  BoundInstruction::Run segment_sums = nullptr;
  // matrix * vector and matrix' * vector, a strip of rows at a time.
  BoundInstruction::Run matrix_vector = nullptr;
  BoundInstruction::Run transposed_matrix_vector = nullptr;
  // Of whole arrays; of every row of a matrix.
  BoundInstruction::Run log_sum_exp = nullptr;
  BoundInstruction::Run row_log_sum_exp = nullptr;
  // The sum of n numbers, in the order of `sum`.
  double (*sum_of)(const double* x, std::size_t n) = nullptr;
};

// Null if this build has no kernels for the instruction set.
[[nodiscard]] const VectorKernels* vector_kernels(InstructionSet set);

}  // namespace autumn::evaluate
