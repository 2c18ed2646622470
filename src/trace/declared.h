// This header has the variables that are declared at the top of a block, and what their
// declarations ask of them.
#pragma once

#include <vector>

#include "stan/syntax/ast.h"
#include "trace/constraint.h"
#include "trace/interpreter.h"

namespace autumn::trace {

[[nodiscard]] std::vector<const stan::Statement*> declarations(const stan::Statements& block);
[[nodiscard]] const stan::Declaration& declaration(const stan::Statement* statement);

// An error that does not know its place is one of this statement.
template <typename Run>
auto at_statement(const stan::Statement& statement, const Run& run) {
  try {
    return run();
  } catch (RuntimeError& error) {
    if (!error.where.is_known()) error.where = statement.where;
    throw;
  }
}

// The dimensions of a variable that has a column for each element: an error if there is no memory
// for the least that columns take.
[[nodiscard]] Dims column_dims(Interpreter& interpreter, const stan::Statement& statement);

// Whether the declaration has a constraint.
[[nodiscard]] bool asks_something(const stan::Declaration& d);

// With the bounds as they are now.
[[nodiscard]] Constraint declared_constraint(Interpreter& interpreter, const stan::Declaration& d);

// Whether value and bounds are known, so that the constraint can be decided now.
[[nodiscard]] bool is_checkable(const Value& value, const Constraint& constraint);

// Throws a RuntimeError if what is known breaks the constraint. `block` is for the suggestion.
void require_declared(Interpreter& interpreter, const stan::Statement* statement,
                      std::string_view block);

// 0 where what is not known yet keeps the constraint, -inf elsewhere; nothing if there is nothing
// to ask.
[[nodiscard]] std::optional<model::Factor> declared_condition(Interpreter& interpreter,
                                                              const stan::Statement* statement);

}  // namespace autumn::trace
