// The eigenvalues and eigenvectors of a symmetric matrix as one operation.
#pragma once

#include "trace/builtin.h"

namespace autumn::trace {

// The numbers from `first` on, with these dims and the type of the call, of the eigenvalues of `a`,
// in increasing order, followed by its eigenvectors, column by column. Calls with the same matrix
// share its decomposition.
[[nodiscard]] Value symmetric_eigen(const BuiltinCall& call, const Value& a, std::size_t first,
                                    Dims dims);

}  // namespace autumn::trace
