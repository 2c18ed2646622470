// This file builds, evaluates and prints expressions.
#include "oracle/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"

namespace autumn::oracle {
namespace {

double compute(Operator op, std::span<const double> x) {
  switch (op) {
    case Operator::kAdd: return x[0] + x[1];
    case Operator::kSubtract: return x[0] - x[1];
    case Operator::kMultiply: return x[0] * x[1];
    case Operator::kDivide: return x[0] / x[1];
    case Operator::kExp: return std::exp(x[0]);
    case Operator::kLog: return std::log(x[0]);
    case Operator::kSqrt: return std::sqrt(x[0]);
    case Operator::kSquare: return x[0] * x[0];
    case Operator::kConstant:
    case Operator::kNode: break;
  }
  internal_error("only operations with operands are applied", __FILE__, __LINE__);
}

std::optional<Expr> computed(Operator op, std::span<const Expr> operands) {
  std::vector<double> values;
  for (const Expr& operand : operands) {
    if (operand.operation().op != Operator::kConstant) return std::nullopt;
    values.push_back(operand.operation().constant);
  }
  return Expr(compute(op, values));
}

// The operand that an operation with a neutral (or absorbing) constant equals.
std::optional<Expr> dropped(Operator op, std::span<const Expr> x) {
  switch (op) {
    case Operator::kAdd:
      if (x[0].is_constant(0)) return x[1];
      if (x[1].is_constant(0)) return x[0];
      return std::nullopt;
    case Operator::kSubtract: return x[1].is_constant(0) ? std::optional(x[0]) : std::nullopt;
    case Operator::kMultiply:
      if (x[0].is_constant(1) || x[1].is_constant(0)) return x[1];
      if (x[1].is_constant(1) || x[0].is_constant(0)) return x[0];
      return std::nullopt;
    case Operator::kDivide:
      return x[1].is_constant(1) || x[0].is_constant(0) ? std::optional(x[0]) : std::nullopt;
    case Operator::kConstant:
    case Operator::kNode:
    case Operator::kExp:
    case Operator::kLog:
    case Operator::kSqrt:
    case Operator::kSquare: return std::nullopt;
  }
  return std::nullopt;
}

double evaluate(const Expr& e, std::span<const double> values, Memo<double>& known) {
  const Operation& operation = e.operation();
  if (operation.op == Operator::kConstant) return operation.constant;
  if (operation.op == Operator::kNode) return values[operation.node.index];
  return known(e, [&] {
    std::vector<double> x;
    for (const Expr& operand : operation.operands) x.push_back(evaluate(operand, values, known));
    return compute(operation.op, x);
  });
}

}  // namespace

Expr::Expr(double constant)
    : operation_(std::make_shared<Operation>(Operation{
          .op = Operator::kConstant, .constant = constant, .node = {}, .operands = {}})) {}

Expr::Expr(NodeId node)
    : operation_(std::make_shared<Operation>(
          Operation{.op = Operator::kNode, .constant = 0.0, .node = node, .operands = {}})) {}

Expr::Expr(Operator op, std::vector<Expr> operands) {
  if (const std::optional<Expr> constant = computed(op, operands)) {
    operation_ = constant->operation_;
  } else if (const std::optional<Expr> operand = dropped(op, operands)) {
    operation_ = operand->operation_;
  } else {
    operation_ = std::make_shared<Operation>(
        Operation{.op = op, .constant = 0.0, .node = {}, .operands = std::move(operands)});
  }
}

bool Expr::is_constant(double value) const {
  return operation_->op == Operator::kConstant && operation_->constant == value;
}

bool Expr::is_node(NodeId node) const {
  return operation_->op == Operator::kNode && operation_->node == node;
}

Expr operator+(const Expr& a, const Expr& b) {
  return {Operator::kAdd, {a, b}};
}

Expr operator-(const Expr& a, const Expr& b) {
  return {Operator::kSubtract, {a, b}};
}

Expr operator*(const Expr& a, const Expr& b) {
  return {Operator::kMultiply, {a, b}};
}

Expr operator/(const Expr& a, const Expr& b) {
  return {Operator::kDivide, {a, b}};
}

Expr exp(const Expr& a) {
  return {Operator::kExp, {a}};
}

Expr log(const Expr& a) {
  return {Operator::kLog, {a}};
}

Expr sqrt(const Expr& a) {
  return {Operator::kSqrt, {a}};
}

Expr square(const Expr& a) {
  return {Operator::kSquare, {a}};
}

double evaluate(const Expr& e, std::span<const double> values) {
  Memo<double> known;
  return evaluate(e, values, known);
}

std::string to_text(const Expr& e, const std::function<std::string(NodeId)>& name) {
  const Operation& operation = e.operation();
  const auto operand = [&](std::size_t i) { return to_text(operation.operands[i], name); };
  switch (operation.op) {
    // With a decimal point always: 1 / 2 is 0 in Stan.
    case Operator::kConstant:
      return operation.constant < 0 ? fmt::format("({:#})", operation.constant)
                                    : fmt::format("{:#}", operation.constant);
    case Operator::kNode: return name(operation.node);
    case Operator::kAdd: return fmt::format("({} + {})", operand(0), operand(1));
    case Operator::kSubtract: return fmt::format("({} - {})", operand(0), operand(1));
    case Operator::kMultiply: return fmt::format("({} * {})", operand(0), operand(1));
    case Operator::kDivide: return fmt::format("({} / {})", operand(0), operand(1));
    case Operator::kExp: return fmt::format("exp({})", operand(0));
    case Operator::kLog: return fmt::format("log({})", operand(0));
    case Operator::kSqrt: return fmt::format("sqrt({})", operand(0));
    case Operator::kSquare: return fmt::format("square({})", operand(0));
  }
  internal_error("every operation prints", __FILE__, __LINE__);
}

}  // namespace autumn::oracle
