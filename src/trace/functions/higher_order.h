// This header finds which function of the user is meant by a function that takes one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "trace/builtin.h"

namespace autumn::trace {

// The number of the user's function of this name whose parameters fit; nothing if there is none.
[[nodiscard]] std::optional<int> find_user_function(const stan::Program& program,
                                                    std::string_view name,
                                                    std::span<const Value> arguments);

// The name that stands at place `place` of the call.
[[nodiscard]] const std::string& function_name(const BuiltinCall& call, std::size_t place);

// The number of the function that stands at place `place` of the call, for arguments of these
// types. Of several functions with that name the one whose parameters fit.
[[nodiscard]] int function_argument(const BuiltinCall& call, std::size_t place,
                                    std::span<const Value> arguments);

// ode_rk45 and the like, and integrate_ode_*.
[[nodiscard]] Value ode(const BuiltinCall& call);
[[nodiscard]] Value integrate_ode(const BuiltinCall& call);
// dae and dae_tol.
[[nodiscard]] Value dae(const BuiltinCall& call);
// algebra_solver, solve_newton, solve_powell and their variants.
[[nodiscard]] Value solve_equations(const BuiltinCall& call);
[[nodiscard]] Value integrate_1d(const BuiltinCall& call);

}  // namespace autumn::trace
