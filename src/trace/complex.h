// This header has the arithmetic of complex values: pairs of real ones, of the same dims.
#pragma once

#include "stan/syntax/ast.h"
#include "trace/machine.h"

namespace autumn::trace {

// The real and the imaginary part of a value; a real one has zeros.
[[nodiscard]] Value real_part(const Value& x);
[[nodiscard]] Value imaginary_part(const Value& x);

// The value itself, or a real one as a complex one.
[[nodiscard]] Value as_complex(const Value& x);

[[nodiscard]] Value complex_unary(Machine& machine, stan::UnaryOp op, const Value& x,
                                  const stan::Type& type);
// One of the operands at least is complex. `type` is that of the result, as the checker found it.
[[nodiscard]] Value complex_binary(Machine& machine, stan::BinaryOp op, const Value& x,
                                   const Value& y, const stan::Type& type);
// x^y, element by element.
[[nodiscard]] Value complex_power(Machine& machine, const Value& x, const Value& y,
                                  const stan::Type& type);

}  // namespace autumn::trace
