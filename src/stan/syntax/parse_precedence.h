// This header says how tightly operators bind, for the parser and the printer, as in Stan's own
// compiler.
#pragma once

#include <cstdint>

#include "stan/syntax/ast.h"

namespace autumn::stan {

// From weakest to strongest.
enum class Precedence : std::uint8_t {
  kConditional,
  kOr,
  kAnd,
  kEquality,
  kComparison,
  kSum,
  kProduct,
  kDivision,  // %/% and \ bind tighter than * and /
  kPrefix,
  kPower,
  kPostfix,
  kPrimary,
};

[[nodiscard]] constexpr Precedence stronger(Precedence precedence) {
  return static_cast<Precedence>(static_cast<std::uint8_t>(precedence) + 1);
}

[[nodiscard]] constexpr Precedence precedence(BinaryOp op) {
  switch (op) {
    case BinaryOp::kOr: return Precedence::kOr;
    case BinaryOp::kAnd: return Precedence::kAnd;
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual: return Precedence::kEquality;
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual: return Precedence::kComparison;
    case BinaryOp::kAdd:
    case BinaryOp::kSubtract: return Precedence::kSum;
    case BinaryOp::kMultiply:
    case BinaryOp::kDivide:
    case BinaryOp::kModulo:
    case BinaryOp::kElementMultiply:
    case BinaryOp::kElementDivide: return Precedence::kProduct;
    case BinaryOp::kIntDivide:
    case BinaryOp::kLeftDivide: return Precedence::kDivision;
    case BinaryOp::kPower:
    case BinaryOp::kElementPower: return Precedence::kPower;
  }
  return Precedence::kPrimary;
}

// a ^ b ^ c is a ^ (b ^ c); all others go from left to right.
[[nodiscard]] constexpr bool is_right_associative(BinaryOp op) {
  return precedence(op) == Precedence::kPower;
}

}  // namespace autumn::stan
