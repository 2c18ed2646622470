// This header walks over syntax trees, for those who only look at them. Kinds of nodes that have
// nothing inside need no line here.
#pragma once

#include <type_traits>
#include <variant>

#include "stan/syntax/ast.h"

namespace autumn::stan {

// Calls `visit` with the expressions that stand directly in this index.
template <typename Visit>
void each_part(const Index& index, const Visit& visit) {
  if (const auto* single = std::get_if<IndexSingle>(&index)) {
    if (single->value) visit(*single->value);
  } else if (const auto* range = std::get_if<IndexRange>(&index)) {
    if (range->low) visit(*range->low);
    if (range->high) visit(*range->high);
  }
}

// Calls `visit` with the parts of an expression, one level down.
template <typename Visit>
void each_part(const Expr& expr, const Visit& visit) {
  const auto maybe = [&](const ExprPtr& part) {
    if (part) visit(*part);
  };
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, Unary>) {
          maybe(node.operand);
        } else if constexpr (std::is_same_v<Node, Binary>) {
          maybe(node.left);
          maybe(node.right);
        } else if constexpr (std::is_same_v<Node, Conditional>) {
          maybe(node.condition);
          maybe(node.if_true);
          maybe(node.if_false);
        } else if constexpr (std::is_same_v<Node, Indexed>) {
          maybe(node.base);
          for (const Index& index : node.indices) each_part(index, visit);
        } else if constexpr (requires { node.arguments; }) {
          for (const ExprPtr& part : node.arguments) maybe(part);
        } else if constexpr (requires { node.elements; }) {
          for (const ExprPtr& part : node.elements) maybe(part);
        } else if constexpr (requires { node.base; }) {
          maybe(node.base);
        }
      },
      expr.node);
}

// The expression and everything inside it, from the outside.
template <typename Visit>
void each_inside(const Expr& expr, const Visit& visit) {
  visit(expr);
  each_part(expr, [&](const Expr& part) { each_inside(part, visit); });
}

// Calls `visit` with the statements inside a statement, one level down.
template <typename Visit>
void each_statement_part(const Statement& statement, const Visit& visit) {
  const auto maybe = [&](const std::unique_ptr<Statement>& part) {
    if (part) visit(*part);
  };
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, If>) {
          maybe(node.then_branch);
          maybe(node.else_branch);
        } else if constexpr (requires { node.statements; }) {
          for (const Statement& part : node.statements) visit(part);
        } else if constexpr (requires { node.body; }) {
          maybe(node.body);
        }
      },
      statement.node);
}

// The statement and everything inside it, from the outside.
template <typename Visit>
void each_statement(const Statement& statement, const Visit& visit) {
  visit(statement);
  each_statement_part(statement, [&](const Statement& part) { each_statement(part, visit); });
}

template <typename Visit>
void each_statement(const Statements& block, const Visit& visit) {
  for (const Statement& statement : block) each_statement(statement, visit);
}

// Calls `visit` with the expressions that stand directly in a statement, in the order of the text;
// those of statements inside it are theirs.
template <typename Visit>
void each_expression(const Statement& statement, const Visit& visit) {
  const auto maybe = [&](const ExprPtr& part) {
    if (part) visit(*part);
  };
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, Declaration>) {
          for (const ExprPtr& size : node.type.array_sizes) maybe(size);
          maybe(node.type.lower);
          maybe(node.type.upper);
          maybe(node.type.offset);
          maybe(node.type.multiplier);
          for (const ExprPtr& size : node.type.sizes) maybe(size);
          maybe(node.initial);
        } else if constexpr (std::is_same_v<Node, Assignment>) {
          for (const auto& group : node.indices) {
            for (const Index& index : group) each_part(index, visit);
          }
          maybe(node.value);
        } else if constexpr (std::is_same_v<Node, Unpack>) {
          for (const LeafTarget& leaf : node.leaves) {
            for (const auto& group : leaf.indices) {
              for (const Index& index : group) each_part(index, visit);
            }
          }
          maybe(node.value);
        } else if constexpr (std::is_same_v<Node, Tilde>) {
          maybe(node.value);
          for (const ExprPtr& argument : node.arguments) maybe(argument);
          if (node.truncation) maybe(node.truncation->low);
          if (node.truncation) maybe(node.truncation->high);
        } else if constexpr (std::is_same_v<Node, ForRange>) {
          maybe(node.low);
          maybe(node.high);
        } else if constexpr (std::is_same_v<Node, ForEach>) {
          maybe(node.container);
        } else if constexpr (std::is_same_v<Node, ReportStatement>) {
          for (const Printable& item : node.items) {
            if (const auto* part = std::get_if<ExprPtr>(&item)) maybe(*part);
          }
        } else if constexpr (requires { node.condition; }) {
          maybe(node.condition);
        } else if constexpr (requires { node.call; }) {
          maybe(node.call);
        } else if constexpr (requires { node.value; }) {
          maybe(node.value);
        }
      },
      statement.node);
}

}  // namespace autumn::stan
