// This file evaluates expressions: names, operators, and what a condition chooses.
#include "trace/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "stan/types/leaves.h"
#include "trace/builtin.h"
#include "trace/functions/composite.h"
#include "trace/functions/definedness.h"
#include "trace/indexing.h"
#include "trace/operators.h"

namespace autumn::trace {
namespace {

// Errors of inner expressions keep the innermost place.
[[noreturn]] void rethrow_at(RuntimeError& error, const SourceRange& where) {
  if (!error.where.is_known()) error.where = where;
  throw;
}

}  // namespace

Interpreter::Interpreter(const stan::Program& program, Machine& machine, Hooks hooks)
    : program_(program),
      machine_(machine),
      hooks_(std::move(hooks)),
      globals_(static_cast<std::size_t>(program.frame_size)),
      frame_(&globals_),
      drops_terms_(!hooks_.keeps_terms) {
  // Slots are numbered in the order of the declarations.
  for (const stan::Statements* block : {&program.data, &program.transformed_data}) {
    for (const stan::Statement& statement : *block) {
      const Reach reach = reach_of(statement);
      if (!reach.declared.empty()) {
        first_parameter_ = std::max(first_parameter_, *reach.declared.rbegin() + 1);
      }
    }
  }
}

Value Interpreter::evaluate(const stan::Expr& expression) {
  try {
    return std::visit([&](const auto& node) { return value_of(expression, node); },
                      expression.node);
  } catch (RuntimeError& error) {
    rethrow_at(error, expression.where);
  }
}

Value Interpreter::value_of(const stan::Expr&, const stan::IntLiteral& x) {
  return Value::integer(static_cast<double>(x.value));
}

Value Interpreter::value_of(const stan::Expr&, const stan::RealLiteral& x) {
  return Value::real(x.value);
}

Value Interpreter::value_of(const stan::Expr&, const stan::ImaginaryLiteral&) {
  internal_error("lowering leaves no imaginary literals", __FILE__, __LINE__);
}

Value Interpreter::value_of(const stan::Expr&, const stan::Variable& x) {
  AUTUMN_CHECK(x.slot >= 0, "a variable has a slot");
  return (*frame_)[static_cast<std::size_t>(x.slot)];
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Unary& x) {
  return unary(machine_, x.op, evaluate(*x.operand), e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Binary& x) {
  const Value left = evaluate(*x.left);
  // || and && do not look at their right side if the left one decides.
  if (left.is_known() && left.is_scalar()) {
    if (x.op == stan::BinaryOp::kOr && left.number() != 0.0) return Value::integer(1);
    if (x.op == stan::BinaryOp::kAnd && left.number() == 0.0) return Value::integer(0);
  } else if (left.is_scalar() && (x.op == stan::BinaryOp::kOr || x.op == stan::BinaryOp::kAnd)) {
    return either(left, x, e.type);
  }
  const Value right = evaluate(*x.right);
  // Quotients and remainders of integers are made of numbers.
  const bool is_quotient = x.op == stan::BinaryOp::kDivide || x.op == stan::BinaryOp::kIntDivide ||
                           x.op == stan::BinaryOp::kModulo;
  if (is_quotient && left.type().is_int() && right.type().is_int()) {
    return binary(machine_, x.op, decided(left), decided(right), e.type);
  }
  return binary(machine_, x.op, left, right, e.type);
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Conditional& x) {
  const Value condition = condition_value(*x.condition);
  if (condition.is_known()) {
    return evaluate(condition.number() != 0.0 ? *x.if_true : *x.if_false).as(e.type);
  }
  const expr::Term taken = machine_.term(condition);
  const Value yes = evaluate_where(taken.id(), *x.if_true);
  const Value no = evaluate_where((!taken).id(), *x.if_false);
  return joined(condition, yes.as(e.type), no.as(e.type));
}

Value Interpreter::value_of(const stan::Expr&, const stan::TargetValue&) {
  return target_value();
}

Value Interpreter::target_value() {
  const stan::Type real{stan::Base::kReal, 0};
  Value total = target_before_.value_or(Value::real(0.0));
  for (const TargetTerm& term : target_) {
    total = binary(machine_, stan::BinaryOp::kAdd, total, total_of(machine_, term.value), real);
  }
  return total;
}

void Interpreter::begin_target(Value value) {
  target_before_ = std::move(value);
  hooks_.drops_constants = true;
}

void Interpreter::add_to_target(Value value, const stan::Statement& statement) {
  target_.push_back({std::move(value), &statement});
}

void Interpreter::add_to_target(Value value) {
  AUTUMN_CHECK(statement_ != nullptr, "a statement runs");
  add_to_target(std::move(value), *statement_);
}

}  // namespace autumn::trace
