// Declared parameters as variables of a model: their sizes and supports.
#pragma once

#include <span>

#include "model/model.h"
#include "trace/interpreter.h"

namespace autumn::trace {

// Everything but the node; throws RuntimeError with its place. Bounds are evaluated with what the
// interpreter knows of the parameters before.
[[nodiscard]] model::Variable declared_parameter(Interpreter& interpreter,
                                                 const stan::Statement& statement);

// Whether a program reads target() before generated quantities.
[[nodiscard]] bool reads_target(const stan::Program& program);

// target() is not empty where a program begins: it has the log Jacobians of all parameters, and
// constants that `~` drops are not in it. Tells the interpreter so, if the program reads it; the
// parameters (all of the program, in order) have their values in the globals.
void begin_target(Interpreter& interpreter, std::span<const model::Variable> parameters);

}  // namespace autumn::trace
