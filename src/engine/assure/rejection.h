// A rejection names what rejects a point: the first statement whose density is not finite there,
// and why.
#pragma once

#include <optional>
#include <span>

#include "base/log_density.h"
#include "engine/prepare.h"

namespace autumn::engine {

// At an unconstrained point of what is sampled; what is collapsed is anywhere in its support.
// Nothing if every statement has a finite density. Slow: for messages.
[[nodiscard]] std::optional<Rejection> rejection_at(const Prepared& prepared,
                                                    std::span<const double> point);

// The element of a parameter that an unconstrained dimension belongs to, or the parameter, where a
// transform mixes its elements.
[[nodiscard]] std::string name_of_dimension(const Prepared& prepared, std::size_t dimension);

}  // namespace autumn::engine
