// This header says what the arithmetic of a computer may have done to the value of a graph:
// rounding and overflow.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "expr/interpret.h"

namespace autumn::expr {

// One number moved by a unit or so in its last place; small whole numbers are taken as exact.
[[nodiscard]] double nudged(double x, Random& random);

// The values of the nodes with the result of every operation nudged, and kernels in place of their
// own with nudged numbers. The spread of several such runs shows what rounding may have done to the
// value (Monte Carlo arithmetic: Parker 1997).
[[nodiscard]] std::vector<Array> interpret_nudged(const Graph& graph, std::span<const NodeId> nodes,
                                                  std::span<const Array> inputs, Random& random);

// Whether some operation on the way to these nodes left the range of doubles or came so near to an
// end of it that a square would, met a pole only because digits had been lost (log(1 -
// inv_logit(40))) or solved equations that are singular to rounding: what is infinite, zero or NaN
// then need not be so in exact arithmetic.
[[nodiscard]] bool has_overflow(const Graph& graph, std::span<const NodeId> nodes,
                                std::span<const Array> inputs);

}  // namespace autumn::expr
