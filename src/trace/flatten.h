// Flattening of `target` turns sums of densities into factors that remember their distribution;
// what remains is opaque.
#pragma once

#include <span>
#include <vector>

#include "base/error.h"
#include "model/model.h"
#include "trace/interpreter.h"

namespace autumn::trace {

// Looks through +, -, sums of containers and constant multipliers, down to the densities that were
// added up. The builder gets the constants of weights.
[[nodiscard]] std::vector<model::Factor> flatten(Machine& machine,
                                                 std::span<const TargetTerm> target);

// Whether densities are left as values inside other expressions.
[[nodiscard]] bool has_deferred(const model::Model& model);

// The model in which sums of such densities that were written one by one, in a loop, are densities
// over arrays: as if the user had written them so.
[[nodiscard]] model::Model join_densities(const model::Model& model);

// The model over a graph in which every density that is still deferred (inside a mixture, say) is
// written out, and nothing is left that no one needs.
[[nodiscard]] model::Model expand_deferred(const model::Model& model);

}  // namespace autumn::trace
