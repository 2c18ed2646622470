// This file copies expressions, node by node.
#include "stan/syntax/copy.h"

namespace autumn::stan {
namespace {

struct Copier {
  Unary operator()(const Unary& x) const { return {.op = x.op, .operand = copy(x.operand)}; }
  Binary operator()(const Binary& x) const {
    return {.op = x.op, .left = copy(x.left), .right = copy(x.right)};
  }
  Conditional operator()(const Conditional& x) const {
    return {copy(x.condition), copy(x.if_true), copy(x.if_false)};
  }
  Call operator()(const Call& x) const {
    return {.name = x.name,
            .arguments = copy(x.arguments),
            .has_bar = x.has_bar,
            .user_function = x.user_function,
            .builtin = x.builtin};
  }
  Indexed operator()(const Indexed& x) const {
    return {.base = copy(x.base), .indices = copy(x.indices)};
  }
  ArrayLiteral operator()(const ArrayLiteral& x) const { return {copy(x.elements)}; }
  RowLiteral operator()(const RowLiteral& x) const { return {copy(x.elements)}; }
  TupleLiteral operator()(const TupleLiteral& x) const { return {copy(x.elements)}; }
  TuplePart operator()(const TuplePart& x) const { return {copy(x.base), x.part}; }
  // What owns no other expression.
  template <typename Node>
  Node operator()(const Node& x) const {
    return x;
  }
};

}  // namespace

ExprPtr copy(const ExprPtr& expression) {
  if (expression == nullptr) return nullptr;
  const auto node = [](const auto& x) -> decltype(Expr::node) { return Copier{}(x); };
  return std::make_unique<Expr>(Expr{.node = std::visit(node, expression->node),
                                     .where = expression->where,
                                     .type = expression->type});
}

std::vector<ExprPtr> copy(std::span<const ExprPtr> expressions) {
  std::vector<ExprPtr> copies;
  copies.reserve(expressions.size());
  for (const ExprPtr& each : expressions) copies.push_back(copy(each));
  return copies;
}

std::vector<Index> copy(std::span<const Index> indices) {
  std::vector<Index> copies;
  copies.reserve(indices.size());
  for (const Index& index : indices) {
    if (const auto* single = std::get_if<IndexSingle>(&index)) {
      copies.emplace_back(IndexSingle{copy(single->value)});
    } else {
      const auto& range = std::get<IndexRange>(index);
      copies.emplace_back(IndexRange{.low = copy(range.low), .high = copy(range.high)});
    }
  }
  return copies;
}

}  // namespace autumn::stan
