// Finiteness says which nodes are numbers, neither NaN nor infinite, whatever the values of the
// variables.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "model/range.h"

namespace autumn::model {

// Whether exponentials are finite, as in exact arithmetic, or infinite beyond 709 as in doubles.
// (Sums and products are taken to be finite, though of numbers beyond 1e150 they are not.)
enum class Exponentials : std::uint8_t { kAreFinite, kMayOverflow };

// One mark per node. Sound, not complete. `known` are the ranges of the same model.
[[nodiscard]] std::vector<bool> finite_nodes(const Model& model, const std::vector<Range>& known,
                                             Exponentials exponentials);

}  // namespace autumn::model
