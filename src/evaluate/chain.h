// Chains: scalar operations one after the other, on a number that stays in a register.
#pragma once

#include <cstdint>

#include "evaluate/fused.h"
#include "expr/op.h"

namespace autumn::evaluate {

struct Step;
struct Strip;

// The operations worth a case of their own; the others are called as the reference calls them.
enum class ChainCode : std::uint8_t {
  kAdd,
  kSub,
  kSubFrom,
  kMul,
  kDiv,
  kDivInto,
  kNegate,
  kSquare,
  kExp,
  kLog,
  kLog1p,
  kUnary,
  kBinary,
  kBinaryRight,
};

struct ChainLink {
  ChainCode code{};
  expr::Op op{};
  const double* other = nullptr;  // the operand beside the running number
};

[[nodiscard]] ChainCode chain_code(const Link& link);

void run_chain(const Step& step, Strip strip);

}  // namespace autumn::evaluate
