// This file reads the bounds of a declaration, and decides it now or makes it a condition.
#include "trace/declared.h"

#include <fmt/format.h>

#include "base/display_name.h"
#include "model/indicator.h"

namespace autumn::trace {
namespace {

const Value& variable(Interpreter& interpreter, const stan::Declaration& d) {
  return interpreter.globals()[static_cast<std::size_t>(d.slot)];
}

}  // namespace

std::vector<const stan::Statement*> declarations(const stan::Statements& block) {
  std::vector<const stan::Statement*> found;
  for (const stan::Statement& statement : block) {
    if (std::holds_alternative<stan::Declaration>(statement.node)) found.push_back(&statement);
  }
  return found;
}

const stan::Declaration& declaration(const stan::Statement* statement) {
  return std::get<stan::Declaration>(statement->node);
}

Dims column_dims(Interpreter& interpreter, const stan::Statement& statement) {
  // A name takes as much as four numbers and more, and there are several copies of names; a chain
  // has a position, momentum, gradient, metric, and copies of these.
  constexpr double kCopies = 10.0;
  return at_statement(statement, [&] {
    const stan::Declaration& d = declaration(&statement);
    Dims dims = interpreter.declared_dims(d);
    interpreter.require_memory(d.name, dims, kCopies);
    return dims;
  });
}

bool asks_something(const stan::Declaration& d) {
  return d.type.lower != nullptr || d.type.upper != nullptr ||
         is_constrained({.kind = d.type.kind});
}

Constraint declared_constraint(Interpreter& interpreter, const stan::Declaration& d) {
  Constraint constraint{.kind = d.type.kind, .lower = {}, .upper = {}};
  if (d.type.lower) constraint.lower = interpreter.evaluate(*d.type.lower);
  if (d.type.upper) constraint.upper = interpreter.evaluate(*d.type.upper);
  return constraint;
}

bool is_checkable(const Value& value, const Constraint& constraint) {
  return value.is_known() && (!constraint.lower || constraint.lower->is_known()) &&
         (!constraint.upper || constraint.upper->is_known());
}

void require_declared(Interpreter& interpreter, const stan::Statement* statement,
                      std::string_view block) {
  const stan::Declaration& d = declaration(statement);
  const Value& value = variable(interpreter, d);
  const Constraint declared = declared_constraint(interpreter, d);
  if (!is_checkable(value, declared)) return;
  if (const auto violation = find_violation(display_name(d.name), value, declared)) {
    throw RuntimeError{*violation, fmt::format("it is declared so in the {} block", block),
                       statement->where, false};
  }
}

std::optional<model::Factor> declared_condition(Interpreter& interpreter,
                                                const stan::Statement* statement) {
  const stan::Declaration& d = declaration(statement);
  const Value& value = variable(interpreter, d);
  const Constraint declared = declared_constraint(interpreter, d);
  if (is_checkable(value, declared)) return std::nullopt;
  const auto holds = condition(interpreter.machine(), value, declared);
  if (!holds) return std::nullopt;
  return model::indicator(*holds, display_name(d.name), statement->where);
}

}  // namespace autumn::trace
