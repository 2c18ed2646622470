// The singular values and vectors of a matrix as one operation.
#pragma once

#include "trace/builtin.h"

namespace autumn::trace {

// The numbers from `first` on, with these dims and the type of the call, of U, s and V, one after
// the other, where U diag(s) V' is `a` and has as many columns as `a` has rows or columns,
// whichever are fewer. Calls with the same matrix share its decomposition.
[[nodiscard]] Value singular(const BuiltinCall& call, const Value& a, std::size_t first, Dims dims);

}  // namespace autumn::trace
