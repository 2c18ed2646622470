// This file checks assignments: who may be assigned to, and what.
#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

std::optional<BinaryOp> operator_of(AssignOp op) {
  switch (op) {
    case AssignOp::kSet: return std::nullopt;
    case AssignOp::kAdd: return BinaryOp::kAdd;
    case AssignOp::kSubtract: return BinaryOp::kSubtract;
    case AssignOp::kMultiply: return BinaryOp::kMultiply;
    case AssignOp::kDivide: return BinaryOp::kDivide;
    case AssignOp::kElementMultiply: return BinaryOp::kElementMultiply;
    case AssignOp::kElementDivide: return BinaryOp::kElementDivide;
  }
  return std::nullopt;
}

std::string assign_hint(const Type& from, const Type& to) {
  if (converts(to, from)) return lost_part_hint(from);
  if (from.array_rank == 0 && to.array_rank == 0 && from.rank() == 1 && to.rank() == 1) {
    return "transpose it with '";
  }
  if (from.array_rank == 1 && to.array_rank == 0 && to.base == Base::kVector) {
    return "`to_vector` turns an array into a vector";
  }
  if (from.array_rank == 0 && from.rank() == 1 && to == Type{Base::kReal, 1}) {
    return "`to_array_1d` turns a vector into an array";
  }
  return "";
}

}  // namespace

std::string lost_part_hint(const Type& from) {
  if (from.is_complex()) return "`get_real` takes the real part";
  if (from.is_tuple()) return "the parts do not convert by themselves";
  return "reals do not turn into ints by themselves; `to_int` does it for data";
}

void Checker::node(Assignment& s, const SourceRange& where) {
  const ExprFacts value = value_of(s.value);
  const Symbol* symbol = scopes_.find(s.name);
  if (symbol == nullptr) {
    report_undeclared(s.name, where);
    return;
  }
  ExprFacts target{.type = symbol->type, .is_known = symbol->is_known};
  const bool is_assignable = check_assignable(s.name, *symbol, where);
  for (std::vector<Index>& group : s.indices) target = indexed(target, group, where);
  s.target_type = target.type;
  s.variable_type = symbol->type;
  if (!is_assignable || !target.is_known || !value.is_known) return;
  if (s.op != AssignOp::kSet) {
    check_compound(s.op, target.type, value, where);
  } else if (!converts(value.type, target.type)) {
    report(s.value->where,
           with_article(value.type) + " cannot be assigned to `" + s.name +
               (s.indices.empty() ? "" : "[...]") + "`, which is `" + to_text(target.type) + "`",
           assign_hint(value.type, target.type));
  }
}

bool Checker::check_assignable(const std::string& name, const Symbol& symbol,
                               const SourceRange& where) {
  if (symbol.role == Role::kLoop) {
    report(where, "`" + name + "` is the variable of a loop and cannot be assigned to");
    return false;
  }
  if (symbol.role == Role::kParameter) {
    report(where, "`" + name + "` is an argument of the function and cannot be assigned to",
           "copy it into a local variable first");
    return false;
  }
  if (symbol.place == place_) return true;
  report(where, "`" + name + "` belongs to the " + std::string(to_text(symbol.place)) +
                    " block and cannot be changed in the " + std::string(to_text(place_)) +
                    " block");
  return false;
}

// x += y is x = x + y: the sum must exist and fit into x.
void Checker::check_compound(AssignOp assigns, const Type& target, const ExprFacts& value,
                             const SourceRange& where) {
  const auto op = operator_of(assigns);
  if (!op) return;
  const auto result = operator_type(*op, target, value.type);
  if (result && converts(*result, target)) return;
  const std::string symbol = std::string(to_text(*op)) + "=";
  report(where,
         "`" + symbol + "` cannot be used with `" + to_text(target) + "` on the left and `" +
             to_text(value.type) + "` on the right",
         result ? "the result would be `" + to_text(*result) + "`"
                : operator_hint(*op, target, value.type));
}

}  // namespace autumn::stan
