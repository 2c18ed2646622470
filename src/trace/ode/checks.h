// This header declares the checks of the arguments of solvers of differential equations.
#pragma once

#include <string_view>

#include "trace/ode/kernel.h"

namespace autumn::trace {

// Known numbers of the initial state, the times and the settings are those a solver can start from.
void check_problem(std::string_view function, const OdeCall& call);
void check_finite(std::string_view function, std::string_view what, const Value& x);

// Relative and absolute tolerance, and the number of steps.
void set_tolerances(solve::OdeSettings& settings, std::span<const Value> tolerances);

// Traces the function once, to find its mistakes before sampling starts.
void find_mistakes(const RightSide& right_side, const Value& time, const Value& state);

}  // namespace autumn::trace
