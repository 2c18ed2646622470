// This file has the operators of the language under their names as functions.
#include "trace/operators.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

using stan::BinaryOp;
using stan::UnaryOp;

template <BinaryOp kOp>
Value two(const BuiltinCall& call) {
  return binary(call.machine, kOp, call.arguments[0], call.arguments[1], call.type);
}

template <UnaryOp kOp>
Value one(const BuiltinCall& call) {
  return unary(call.machine, kOp, call.arguments[0], call.type);
}

// By element, except that integers are divided as integers.
Value elt_divide(const BuiltinCall& call) {
  return call.type == kIntType ? two<BinaryOp::kIntDivide>(call)
                               : two<BinaryOp::kElementDivide>(call);
}

constexpr BuiltinEntry kOperatorFunctions[] = {
    {"add", two<BinaryOp::kAdd>},
    {"subtract", two<BinaryOp::kSubtract>},
    {"multiply", two<BinaryOp::kMultiply>},
    {"divide", two<BinaryOp::kDivide>},
    {"modulus", two<BinaryOp::kModulo>},
    {"elt_multiply", two<BinaryOp::kElementMultiply>},
    {"elt_divide", elt_divide},
    {"minus", one<UnaryOp::kMinus>},
    {"plus", one<UnaryOp::kPlus>},
    {"logical_negation", one<UnaryOp::kNot>},
    {"logical_eq", two<BinaryOp::kEqual>},
    {"logical_neq", two<BinaryOp::kNotEqual>},
    {"logical_lt", two<BinaryOp::kLess>},
    {"logical_lte", two<BinaryOp::kLessEqual>},
    {"logical_gt", two<BinaryOp::kGreater>},
    {"logical_gte", two<BinaryOp::kGreaterEqual>},
    {"logical_and", two<BinaryOp::kAnd>},
    {"logical_or", two<BinaryOp::kOr>},
};

}  // namespace

std::span<const BuiltinEntry> operator_functions() {
  return kOperatorFunctions;
}

}  // namespace autumn::trace
