// This header has what Stan's functions of a distribution ask of their arguments beyond what its
// factors ask.
#pragma once

#include "trace/distributions/density.h"

namespace autumn::trace {

// Whether Stan looks at the arguments of a density, or of a tail, that is asked of no values: most
// functions do, some return before.
[[nodiscard]] bool checks_empty_density(const DensityCall& call);
[[nodiscard]] bool checks_empty_tail(const dist::Distribution& distribution);

// Known arguments that are not what they must be fail, of the others it is a condition. Empty
// containers ask nothing.
void require_arguments(Machine& machine, const DensityCall& call, std::span<const Value> arguments);
// Logits and logarithms that must be finite, though the density has a limit where they are not.
void require_finite_scores(Machine& machine, const DensityCall& call,
                           std::span<const Value> arguments);
// What the value and the arguments of a density that is no factor of the engine ask of each other:
// a value after the location, enough degrees of freedom.
void require_fit(Machine& machine, const DensityCall& call, const Value& y,
                 std::span<const Value> arguments);
// The same as `require_arguments` of the value of a cdf.
void require_tail_value(Machine& machine, const DensityCall& call, const Value& y,
                        std::span<const Value> arguments);

}  // namespace autumn::trace
