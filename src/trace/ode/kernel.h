// This header declares the solution of a differential equation as a kernel of the expression
// graph.
#pragma once

#include <memory>

#include "expr/kernel.h"
#include "trace/ode/right_side.h"

namespace autumn::trace {

// One call of a solver. What is not known is an operand, in this order: the initial state, the
// initial time, the output times, the arguments of the right-hand side.
struct OdeCall {
  Value initial;
  Value initial_time;
  Value times;
  solve::OdeSettings settings;
};

// The states at the output times, N x S: numbers if everything is known, else a symbol. `type` is
// an array of vectors or a two-dimensional array. A solver that does not reach the end gives NaN.
[[nodiscard]] Value solve_ode(Machine& machine, std::shared_ptr<const RightSide> right_side,
                              const OdeCall& call, std::span<const Value> arguments,
                              stan::Type type);

}  // namespace autumn::trace
