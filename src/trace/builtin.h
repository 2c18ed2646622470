// This header has the built-in functions of the language as they run: by name, on values.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stan/syntax/ast.h"
#include "trace/machine.h"
#include "trace/value.h"

namespace autumn::trace {

class Interpreter;

// One call of a built-in function. Arguments are evaluated and have the types the checker accepted
// (an int may stand for a real).
struct BuiltinCall {
  Machine& machine;
  Interpreter& interpreter;  // for functions that call functions, and for random numbers
  std::span<const Value> arguments;
  stan::Type type;  // of the result, as the checker found it
  const stan::Call& syntax;
};

using Builtin = Value (*)(const BuiltinCall& call);

struct BuiltinEntry {
  std::string_view name;
  Builtin function;
};

// Null if there is no such function yet.
[[nodiscard]] const BuiltinEntry* find_builtin(std::string_view name);
// "the nearest supported function is `x`", or nothing.
[[nodiscard]] std::string nearest_builtin(std::string_view name);

// The groups the list is made of, one file each (functions_*.cpp, distributions.cpp, ...).
[[nodiscard]] std::span<const BuiltinEntry> elementwise_functions();  // exp, log, lgamma, pow, ...
[[nodiscard]] std::span<const BuiltinEntry>
array_functions();  // sum, sort_asc, rep_array, head, ...
[[nodiscard]] std::span<const BuiltinEntry>
matrix_functions();  // append_row, to_matrix, cholesky_decompose, ...
[[nodiscard]] std::span<const BuiltinEntry>
distribution_functions();  // normal_lpdf, normal_rng, ...
[[nodiscard]] std::span<const BuiltinEntry> higher_order_functions();  // ode_rk45, reduce_sum, ...

}  // namespace autumn::trace
