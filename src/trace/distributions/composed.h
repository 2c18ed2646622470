// This header declares densities that are made of others, or of a recursion: lkj_cov and
// gaussian_dlm_obs.
#pragma once

#include <optional>

#include "trace/machine.h"

namespace autumn::trace {

// Nothing for any other name.
[[nodiscard]] std::optional<Value> composed_density(Machine& machine, std::string_view distribution,
                                                    const Value& y,
                                                    std::span<const Value> arguments);

}  // namespace autumn::trace
