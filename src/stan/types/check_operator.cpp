// This file finds the types of operators, from the functions that stand for them in the signature
// table.
#include <array>

#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

// The functions whose signatures an operator has.
struct OperatorNames {
  std::string_view symbol;
  std::string_view function;
  std::string_view other = {};
};

OperatorNames names_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::kOr: return {"||", "logical_or"};
    case BinaryOp::kAnd: return {"&&", "logical_and"};
    case BinaryOp::kEqual: return {"==", "logical_eq"};
    case BinaryOp::kNotEqual: return {"!=", "logical_neq"};
    case BinaryOp::kLess: return {"<", "logical_lt"};
    case BinaryOp::kLessEqual: return {"<=", "logical_lte"};
    case BinaryOp::kGreater: return {">", "logical_gt"};
    case BinaryOp::kGreaterEqual: return {">=", "logical_gte"};
    case BinaryOp::kAdd: return {"+", "add"};
    case BinaryOp::kSubtract: return {"-", "subtract"};
    case BinaryOp::kMultiply: return {"*", "multiply"};
    case BinaryOp::kDivide: return {"/", "mdivide_right", "divide"};
    case BinaryOp::kIntDivide: return {"%/%", "modulus"};
    case BinaryOp::kModulo: return {"%", "modulus"};
    case BinaryOp::kLeftDivide: return {"\\", "mdivide_left"};
    case BinaryOp::kElementMultiply: return {".*", "elt_multiply"};
    case BinaryOp::kElementDivide: return {"./", "elt_divide"};
    case BinaryOp::kPower: return {"^", "pow"};
    case BinaryOp::kElementPower: return {".^", "pow"};
  }
  return {};
}

// Of two scalars these are settled without the table: they are most of a program.
bool is_arithmetic(BinaryOp op) {
  return op == BinaryOp::kAdd || op == BinaryOp::kSubtract || op == BinaryOp::kMultiply ||
         op == BinaryOp::kDivide;
}

bool is_vector(const Type& type) {
  return type.array_rank == 0 && (type.base == Base::kVector || type.base == Base::kRowVector);
}

}  // namespace

std::string_view to_text(BinaryOp op) {
  return names_of(op).symbol;
}

std::optional<Type> Checker::operator_type(BinaryOp op, const Type& left, const Type& right) {
  if (is_arithmetic(op) && left.is_scalar() && right.is_scalar()) return common_type(left, right);
  const OperatorNames names = names_of(op);
  const std::array<Type, 2> types = {left, right};
  if (const auto found = best_match(names.function, types)) return found->result;
  if (names.other.empty()) return std::nullopt;
  const auto found = best_match(names.other, types);
  return found ? std::optional<Type>(found->result) : std::nullopt;
}

std::string operator_hint(BinaryOp op, const Type& left, const Type& right) {
  if (op == BinaryOp::kModulo) return "`%` takes two ints; `fmod` is for reals";
  if (op == BinaryOp::kIntDivide) return "`%/%` takes two ints; `floor(x / y)` is for reals";
  const bool is_order = op >= BinaryOp::kLess && op <= BinaryOp::kGreaterEqual;
  if (is_order && (left.is_complex() || right.is_complex())) {
    return "complex numbers have no order; compare their `abs` or their parts";
  }
  if (left.array_rank > 0 || right.array_rank > 0) {
    return "there is no arithmetic of arrays: use a loop, or vectors (`to_vector`)";
  }
  const bool is_product = op == BinaryOp::kMultiply || op == BinaryOp::kDivide;
  if (is_product && left == right && is_vector(left)) {
    return op == BinaryOp::kMultiply
               ? "`.*` multiplies element by element, `dot_product` adds the products up"
               : "`./` divides element by element";
  }
  if (is_product && left.base == Base::kMatrix && right.base == Base::kRowVector) {
    return "transpose the row_vector with '";
  }
  if (is_vector(left) && is_vector(right) && left != right) return "transpose one of them with '";
  if (op <= BinaryOp::kGreaterEqual) return "both sides must be scalars";
  return "";
}

ExprFacts Checker::combine(BinaryOp op, const ExprFacts& left, const ExprFacts& right,
                           const SourceRange& where) {
  ExprFacts result = merge(left, right);
  if (!result.is_known) return ExprFacts::unknown();
  if (const auto type = operator_type(op, left.type, right.type)) {
    result.type = *type;
    return result;
  }
  report(where,
         "`" + std::string(to_text(op)) + "` cannot be used with `" + to_text(left.type) +
             "` and `" + to_text(right.type) + "`",
         operator_hint(op, left.type, right.type));
  return ExprFacts::unknown();
}

}  // namespace autumn::stan
