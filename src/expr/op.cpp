// This file has the names and classes of operations, read off the one list.
#include "expr/op.h"

#include <array>

namespace autumn::expr {
namespace {

struct OpInfo {
  std::string_view name;
  OpClass op_class;
};

constexpr std::array kOps = {
#define AUTUMN_X(kind, name, op_class) OpInfo{name, OpClass::op_class},
    AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
};

}  // namespace

std::string_view name_of(Op op) {
  return kOps[static_cast<std::size_t>(op)].name;
}

OpClass class_of(Op op) {
  return kOps[static_cast<std::size_t>(op)].op_class;
}

bool only_moves_or_adds(Op op) {
  switch (op) {
    case Op::kGather:
    case Op::kScatterAdd:
    case Op::kConcat:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols:
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums:
    case Op::kCumulativeSum: return true;
    default: return false;
  }
}

bool is_elementwise(Op op) {
  const OpClass c = class_of(op);
  return c == OpClass::kUnary || c == OpClass::kBinary || c == OpClass::kTernary;
}

bool is_commutative(Op op) {
  return op == Op::kAdd || op == Op::kMul || op == Op::kEqual || op == Op::kAnd || op == Op::kOr ||
         op == Op::kDot;
}

}  // namespace autumn::expr
