// This header declares the operators of the language on values.
#pragma once

#include "stan/syntax/ast.h"
#include "trace/machine.h"

namespace autumn::trace {

// `type` is that of the result, as the checker found it.
[[nodiscard]] Value unary(Machine& machine, stan::UnaryOp op, const Value& x, stan::Type type);
[[nodiscard]] Value binary(Machine& machine, stan::BinaryOp op, const Value& x, const Value& y,
                           stan::Type type);

// The sum of all elements, as a scalar: what a value counts for that is added to the target.
[[nodiscard]] Value total_of(Machine& machine, const Value& value);

}  // namespace autumn::trace
