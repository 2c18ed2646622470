// Functions that take a function of the user: which one is meant.
#pragma once

#include <span>

#include "trace/builtin.h"

namespace autumn::trace {

// The number of the function that stands at place `place` of the call, for arguments of these
// types. Of several functions with that name the one whose parameters fit.
[[nodiscard]] int function_argument(const BuiltinCall& call, std::size_t place,
                                    std::span<const Value> arguments);

// ode_rk45 and the like, and integrate_ode_*.
[[nodiscard]] Value ode(const BuiltinCall& call);
[[nodiscard]] Value integrate_ode(const BuiltinCall& call);

}  // namespace autumn::trace
