// A bound instruction is an instruction with its places resolved to addresses in one evaluator's
// memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/chain.h"
#include "expr/operation.h"

namespace autumn::evaluate {

struct VectorKernels;

// Numbers that a concatenation copies.
struct Move {
  const double* from = nullptr;
  double* to = nullptr;
  std::size_t count = 0;
};

// A call of memmove costs more than a few numbers.
inline void copy_numbers(const double* from, std::size_t count, double* to) {
  if (count > 8) {
    std::copy_n(from, count, to);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

// What only some instructions need; the hot part of an instruction stays small.
struct InstructionDetail {
  std::vector<ChainLink> links;  // of a chain
  std::vector<Move> moves;       // of a concatenation: what is not constant
  std::size_t stride = 0;        // of a product by strips of rows: between columns of the matrix
  const VectorKernels* kernels = nullptr;
  expr::Operation operation{};
  std::vector<expr::Operand> operands;
  std::span<double> out;
  std::span<double> scratch;
  std::span<const std::uint32_t> segment_ends;  // empty if the index is not sorted
  std::vector<expr::Numbers> kernel_operands;
  std::vector<std::span<double>> kernel_outputs;
};

// Elements [begin, begin + count) of a loop over strips, or all of them. Sums begin at the first
// strip of a block of them, and are complete after the last. Two registers.
struct Strip {
  std::size_t begin = 0;
  std::uint32_t count = 0;
  bool is_first = true;
  bool is_last = true;
};

// One cache line.
struct BoundInstruction {
  using Run = void (*)(const BoundInstruction&, Strip);

  Run run = nullptr;
  std::array<const double*, 3> in{};
  double* out = nullptr;
  double* second = nullptr;  // the other result of a pair
  const InstructionDetail* detail = nullptr;
  std::uint32_t size = 0;      // elements when run at once
  std::uint32_t advances = 0;  // bit k: operand k advances with the strip; then `out`, `second`

  static constexpr unsigned kOut = 3;
  static constexpr unsigned kSecond = 4;

  [[nodiscard]] const double* in_at(std::size_t k, Strip strip) const {
    return in[k] + offset(static_cast<unsigned>(k), strip);
  }
  [[nodiscard]] double* out_at(Strip strip) const { return out + offset(kOut, strip); }
  [[nodiscard]] double* second_at(Strip strip) const { return second + offset(kSecond, strip); }

 private:
  [[nodiscard]] std::size_t offset(unsigned bit, Strip strip) const {
    return strip.begin & (std::size_t{0} - ((advances >> bit) & 1));
  }
};

}  // namespace autumn::evaluate
