// A chain is scalar operations one after the other, on a number that stays in a register.
#pragma once

#include <cstddef>

#include "evaluate/fused.h"
#include "expr/op.h"

namespace autumn::evaluate {

struct BoundInstruction;
struct Strip;

// One operation of a chain. It ends by calling the next with its result, which compilers turn into
// a jump; the last of the array returns the number.
struct ChainLink {
  using Run = double (*)(double x, const ChainLink* link);

  Run run = nullptr;
  const double* other = nullptr;  // the operand beside the running number
  expr::Op op{};
};

// Without optimisation the calls nest.
inline constexpr std::size_t kLongestChain = 64;

// What a link runs.
[[nodiscard]] ChainLink::Run link_run(const Link& link);
// What ends a chain.
[[nodiscard]] double end_of_chain(double x, const ChainLink* link);

void run_chain(const BoundInstruction& bound, Strip strip);

}  // namespace autumn::evaluate
