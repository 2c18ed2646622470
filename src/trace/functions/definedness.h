// Definedness says where functions of numbers are defined: Stan refuses a point at which one is
// called elsewhere, whether or not anything uses the result.
#pragma once

#include "trace/builtin.h"

namespace autumn::trace {

// Fails for a known argument where the function is not defined, and asks it of unknown ones.
void require_defined(const BuiltinCall& call, const Value& result);

}  // namespace autumn::trace
