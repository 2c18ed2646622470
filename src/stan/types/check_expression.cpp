// This file finds the types of expressions other than calls.
#include "base/words.h"
#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

struct UnaryNames {
  std::string_view symbol;
  std::string_view function;
};

UnaryNames names_of(UnaryOp op) {
  switch (op) {
    case UnaryOp::kPlus: return {"+", "plus"};
    case UnaryOp::kMinus: return {"-", "minus"};
    case UnaryOp::kNot: return {"!", "logical_negation"};
    case UnaryOp::kTranspose: return {"'", "transpose"};
  }
  return {};
}

}  // namespace

ExprFacts Checker::value_of(ExprPtr& expr) {
  return expr == nullptr ? ExprFacts::unknown() : value_of(*expr);
}

ExprFacts Checker::value_of(Expr& expr) {
  ExprFacts value = std::visit([&](auto& each) { return node_value(each, expr); }, expr.node);
  if (value.is_known && value.type.base == Base::kInt) value.is_data = true;
  expr.type = value.type;
  return value;
}

ExprFacts Checker::node_value(IntLiteral&, Expr&) {
  return {.type = kIntType};
}

ExprFacts Checker::node_value(RealLiteral&, Expr&) {
  return {.type = kRealType};
}

ExprFacts Checker::node_value(ImaginaryLiteral&, Expr&) {
  return {.type = kComplexType};
}

ExprFacts Checker::node_value(TupleLiteral& node, Expr&) {
  ExprFacts all{.type = {Base::kTuple, 0}};
  for (ExprPtr& element : node.elements) {
    const ExprFacts value = value_of(element);
    all = merge(all, value);
    all.type.parts.push_back(value.type);
  }
  return all.is_known ? all : ExprFacts::unknown();
}

ExprFacts Checker::node_value(TuplePart& node, Expr& expr) {
  ExprFacts value = value_of(node.base);
  if (!value.is_known) return value;
  if (!value.type.is_tuple() || value.type.array_rank > 0) {
    report(expr.where,
           "`." + std::to_string(node.part) + "` takes a part of a tuple, but this is " +
               with_article(value.type),
           value.type.is_tuple() ? "index the array first: x[i]." + std::to_string(node.part) : "");
    return ExprFacts::unknown();
  }
  const std::size_t count = value.type.parts.size();
  if (node.part > count) {
    report(expr.where, "there is no part " + std::to_string(node.part) + " in " +
                           with_article(value.type) + ", which has " + counted(count, "part"));
    return ExprFacts::unknown();
  }
  value.type = Type(value.type.parts[node.part - 1]);
  return value;
}

ExprFacts Checker::node_value(Variable& node, Expr& expr) {
  const Symbol* symbol = scopes_.find(node.name);
  if (symbol == nullptr) {
    report_undeclared(node.name, expr.where);
    return ExprFacts::unknown();
  }
  const bool is_fixed =
      symbol->place == BlockKind::kData || symbol->place == BlockKind::kTransformedData;
  // Generated quantities are computed with numbers: there everything counts as data.
  return {.type = symbol->type,
          .is_known = symbol->is_known,
          .is_data = symbol->is_data || place_ == BlockKind::kGeneratedQuantities,
          .is_fixed = is_fixed};
}

void Checker::report_undeclared(const std::string& name, const SourceRange& where) {
  if (!reported_.insert(name).second) return;
  if (exists(name)) {
    report(where, "`" + name + "` is a function, not a variable",
           "call it with its arguments: `" + name + "(...)`");
    return;
  }
  // One-letter names are all near to each other: nothing to suggest.
  const auto& names = scopes_.names();
  const std::string near =
      name.size() == 1 ? "" : nearest_word(name, names.data(), names.data() + names.size());
  report(where, "`" + name + "` is not declared",
         near.empty() ? "" : "did you mean `" + near + "`?");
}

ExprFacts Checker::node_value(Unary& node, Expr& expr) {
  ExprFacts value = value_of(node.operand);
  if (!value.is_known) return value;
  const UnaryNames names = names_of(node.op);
  const auto found = best_match(names.function, std::span<const Type>(&value.type, 1));
  if (!found) {
    report(expr.where,
           "`" + std::string(names.symbol) + "` cannot be used with `" + to_text(value.type) + "`");
    return ExprFacts::unknown();
  }
  value.type = found->result;
  return value;
}

// The left side of a long sum is as deep as the sum is long: it is walked, not recursed into.
ExprFacts Checker::node_value(Binary&, Expr& top) {
  std::vector<Expr*> spine;
  Expr* at = &top;
  for (auto* node = std::get_if<Binary>(&at->node); node != nullptr && node->left != nullptr;
       node = std::get_if<Binary>(&at->node)) {
    spine.push_back(at);
    at = node->left.get();
  }
  if (spine.empty()) return ExprFacts::unknown();
  ExprFacts value = std::holds_alternative<Binary>(at->node) ? ExprFacts::unknown() : value_of(*at);
  for (auto expr = spine.rbegin(); expr != spine.rend(); ++expr) {
    auto& node = std::get<Binary>((*expr)->node);
    const ExprFacts right = value_of(node.right);
    value = combine(node.op, value, right, (*expr)->where);
    (*expr)->type = value.type;
  }
  return value;
}

ExprFacts Checker::node_value(Conditional& node, Expr& expr) {
  const ExprFacts condition = value_of(node.condition);
  const ExprFacts if_true = value_of(node.if_true);
  const ExprFacts if_false = value_of(node.if_false);
  if (condition.is_known && !condition.type.is_int()) {
    report(node.condition->where,
           "the condition before `?` must be `int`, not `" + to_text(condition.type) + "`");
    return ExprFacts::unknown();
  }
  ExprFacts value = merge(merge(if_true, if_false), condition);
  if (!value.is_known) return ExprFacts::unknown();
  const auto type = common_type(if_true.type, if_false.type);
  if (!type) {
    report(expr.where, "the two values of `? :` must have one type, but they are `" +
                           to_text(if_true.type) + "` and `" + to_text(if_false.type) + "`");
    return ExprFacts::unknown();
  }
  value.type = *type;
  return value;
}

ExprFacts Checker::node_value(Call& node, Expr& expr) {
  return call_value(node, expr.where, /*is_statement=*/false);
}

ExprFacts Checker::node_value(Indexed& node, Expr& expr) {
  const ExprFacts base = value_of(node.base);
  return indexed(base, node.indices, expr.where);
}

ExprFacts Checker::node_value(ArrayLiteral& node, Expr& expr) {
  if (node.elements.empty()) {
    report(expr.where, "an array cannot be written without elements",
           "declare a variable of size 0 instead");
    return ExprFacts::unknown();
  }
  ExprFacts value = value_of(node.elements[0]);
  for (std::size_t i = 1; i < node.elements.size(); ++i) {
    const ExprFacts element = value_of(node.elements[i]);
    const bool was_known = value.is_known;
    value = merge(value, element);
    if (!was_known || !element.is_known) continue;
    const auto type = common_type(value.type, element.type);
    if (!type) {
      report(node.elements[i]->where, "the elements of an array must have one type, but here `" +
                                          to_text(value.type) + "` is followed by `" +
                                          to_text(element.type) + "`");
      value.is_known = false;
    } else {
      value.type = *type;
    }
  }
  if (!value.is_known) return ExprFacts::unknown();
  ++value.type.array_rank;
  return value;
}

// [1, 2] is a row_vector, [[1, 2], [3, 4]] and [r1, r2] are matrices; with one complex element all
// of it is complex.
ExprFacts Checker::node_value(RowLiteral& node, Expr&) {
  ExprFacts all{.type = {Base::kRowVector, 0}};
  bool has_rows = false;
  bool has_complex = false;
  for (std::size_t i = 0; i < node.elements.size(); ++i) {
    const ExprFacts element = value_of(node.elements[i]);
    const bool was_known = all.is_known;
    all = merge(all, element);
    if (!was_known || !element.is_known) continue;
    const Type type{real_base(element.type.base), element.type.array_rank};
    has_complex = has_complex || element.type.is_complex();
    const bool is_row = type == Type{Base::kRowVector, 0};
    if (i == 0) has_rows = is_row;
    if ((is_row || type.is_scalar()) && is_row == has_rows) continue;
    report(node.elements[i]->where,
           std::string("between [ and ] stand ") + (has_rows ? "row_vectors" : "numbers") +
               (i == 0 ? " or row_vectors, not `" : ", as the first one is, not `") +
               to_text(element.type) + "`",
           element.type == Type{Base::kVector, 0} ? "transpose the vector with '" : "");
    all.is_known = false;
  }
  if (!all.is_known) return ExprFacts::unknown();
  if (has_rows) all.type = {Base::kMatrix, 0};
  if (has_complex) all.type.base = complex_base(all.type.base);
  return all;
}

ExprFacts Checker::node_value(TargetValue&, Expr& expr) {
  const bool is_lp = function_ != nullptr && function_->name.ends_with("_lp");
  if (place_ != BlockKind::kModel && place_ != BlockKind::kTransformedParameters && !is_lp) {
    report(expr.where, "`target()` can be read only in the model block",
           "or in a function with a name that ends with `_lp`");
  }
  return {.type = kRealType, .is_data = false, .is_fixed = false};
}

}  // namespace autumn::stan
