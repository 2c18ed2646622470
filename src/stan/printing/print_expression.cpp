// This file prints expressions, with as few parentheses as the precedences allow.
#include "stan/printing/print_expression.h"

#include <string_view>

#include "base/display_name.h"
#include "stan/printing/print.h"

namespace autumn::stan {
namespace {

std::string_view symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::kOr: return "||";
    case BinaryOp::kAnd: return "&&";
    case BinaryOp::kEqual: return "==";
    case BinaryOp::kNotEqual: return "!=";
    case BinaryOp::kLess: return "<";
    case BinaryOp::kLessEqual: return "<=";
    case BinaryOp::kGreater: return ">";
    case BinaryOp::kGreaterEqual: return ">=";
    case BinaryOp::kAdd: return "+";
    case BinaryOp::kSubtract: return "-";
    case BinaryOp::kMultiply: return "*";
    case BinaryOp::kDivide: return "/";
    case BinaryOp::kIntDivide: return "%/%";
    case BinaryOp::kModulo: return "%";
    case BinaryOp::kLeftDivide: return "\\";
    case BinaryOp::kElementMultiply: return ".*";
    case BinaryOp::kElementDivide: return "./";
    case BinaryOp::kPower: return "^";
    case BinaryOp::kElementPower: return ".^";
  }
  return {};
}

char symbol(UnaryOp op) {
  switch (op) {
    case UnaryOp::kPlus: return '+';
    case UnaryOp::kMinus: return '-';
    case UnaryOp::kNot: return '!';
    case UnaryOp::kTranspose: return '\'';
  }
  return '?';
}

// How tightly the outermost operation of an expression binds.
struct Strength {
  Precedence operator()(const Unary& node) const {
    return node.op == UnaryOp::kTranspose ? Precedence::kPostfix : Precedence::kPrefix;
  }
  Precedence operator()(const Binary& node) const { return precedence(node.op); }
  Precedence operator()(const Conditional&) const { return Precedence::kConditional; }
  template <typename Node>
  Precedence operator()(const Node&) const {
    return Precedence::kPrimary;
  }
};

struct ExpressionPrinter {
  std::string& out;

  void operator()(const IntLiteral& node) const { out += std::to_string(node.value); }
  void operator()(const RealLiteral& node) const { out += node.text; }
  void operator()(const ImaginaryLiteral& node) const { out += node.text; }
  // Leaves of tuples are called as people write them.
  void operator()(const Variable& node) const { out += display_name(node.name); }
  void operator()(const TargetValue&) const { out += "target()"; }

  void operator()(const Unary& node) const {
    if (node.op == UnaryOp::kTranspose) {
      print_expression(*node.operand, Precedence::kPostfix, out);
      out += symbol(node.op);
    } else {
      out += symbol(node.op);
      print_expression(*node.operand, Precedence::kPrefix, out);
    }
  }

  void operator()(const Binary& node) const {
    const Precedence strength = precedence(node.op);
    if (is_right_associative(node.op)) {
      print_expression(*node.left, stronger(strength), out);
      out += symbol(node.op);
      // A sign may follow ^ although it binds weaker: 2^-1.
      print_expression(*node.right, Precedence::kPrefix, out);
      return;
    }
    print_expression(*node.left, strength, out);
    out.append(" ").append(symbol(node.op)).append(" ");
    print_expression(*node.right, stronger(strength), out);
  }

  void operator()(const Conditional& node) const {
    print_expression(*node.condition, Precedence::kOr, out);
    out += " ? ";
    print_expression(*node.if_true, Precedence::kConditional, out);
    out += " : ";
    print_expression(*node.if_false, Precedence::kConditional, out);
  }

  void operator()(const Call& node) const {
    out.append(node.name).append("(");
    std::span<const ExprPtr> arguments = node.arguments;
    if (node.has_bar && arguments.size() > 1) {
      print_list(arguments.first(1), out);
      out += " | ";
      arguments = arguments.subspan(1);
    }
    print_list(arguments, out);
    out += ")";
  }

  void operator()(const Indexed& node) const {
    print_expression(*node.base, Precedence::kPrimary, out);
    print_indices(node.indices, out);
  }

  void operator()(const ArrayLiteral& node) const {
    out += "{";
    print_list(node.elements, out);
    out += "}";
  }

  void operator()(const TupleLiteral& node) const {
    out += "(";
    print_list(node.elements, out);
    out += node.elements.size() == 1 ? ",)" : ")";
  }

  void operator()(const TuplePart& node) const {
    print_expression(*node.base, Precedence::kPrimary, out);
    out += "." + std::to_string(node.part);
  }

  void operator()(const RowLiteral& node) const {
    out += "[";
    print_list(node.elements, out);
    out += "]";
  }
};

void print_index(const Index& index, std::string& out) {
  if (const auto* single = std::get_if<IndexSingle>(&index)) {
    print_expression(*single->value, Precedence::kConditional, out);
    return;
  }
  const auto& range = std::get<IndexRange>(index);
  if (range.low != nullptr) print_expression(*range.low, Precedence::kConditional, out);
  out += ":";
  if (range.high != nullptr) print_expression(*range.high, Precedence::kConditional, out);
}

}  // namespace

void print_expression(const Expr& expr, Precedence weakest, std::string& out) {
  const bool needs_parentheses = std::visit(Strength{}, expr.node) < weakest;
  if (needs_parentheses) out += "(";
  std::visit(ExpressionPrinter{out}, expr.node);
  if (needs_parentheses) out += ")";
}

void print_list(std::span<const ExprPtr> list, std::string& out) {
  bool is_first = true;
  for (const ExprPtr& element : list) {
    if (!is_first) out += ", ";
    is_first = false;
    print_expression(*element, Precedence::kConditional, out);
  }
}

void print_indices(std::span<const Index> indices, std::string& out) {
  out += "[";
  bool is_first = true;
  for (const Index& index : indices) {
    if (!is_first) out += ", ";
    is_first = false;
    print_index(index, out);
  }
  out += "]";
}

std::string to_text(const Expr& expr) {
  std::string text;
  print_expression(expr, Precedence::kConditional, text);
  return text;
}

}  // namespace autumn::stan
