// This header calls built-in functions on tuples and on complex numbers that are handled leaf by
// leaf.
#pragma once

#include <optional>

#include "trace/builtin.h"

namespace autumn::trace {

// The value of a call with a tuple or a complex number among its arguments; nothing for other
// calls. Functions that only look at sizes see the dims, those that only move or add elements run
// once for each leaf, and all others have entries of their own.
[[nodiscard]] std::optional<Value> composite_call(const BuiltinCall& call);

}  // namespace autumn::trace
