// Shape inference finds the shape of an operation from the shapes of its operands, or says why
// there is none.
#pragma once

#include <span>

#include "base/error.h"
#include "expr/op.h"
#include "expr/shape.h"

namespace autumn::expr {

// For operations whose shape follows from their operands alone. `flags` are those of `op.h`. The
// message of an error says which shapes do not go together.
[[nodiscard]] Result<Shape> infer_shape(Op op, std::span<const Shape> operands,
                                        std::uint32_t flags);

// Whether the shape of the result is given when the node is made (gather, reshape, broadcast, ...)
// rather than inferred.
[[nodiscard]] bool has_given_shape(Op op);

}  // namespace autumn::expr
