// Extra distributions are those of Stan's manual that the engine has no factor for: their
// densities are plain expressions.
#pragma once

#include <string_view>

#include "dist/distribution.h"
#include "trace/machine.h"

namespace autumn::trace {

// Those written like the distributions of the engine. They are in no list of factors, so nothing
// can be collapsed through them.
[[nodiscard]] std::span<const dist::Distribution* const> extra_distributions();

// A distribution of the engine or an extra one; null if there is none of this name.
[[nodiscard]] const dist::Distribution* find_distribution(std::string_view name);
[[nodiscard]] bool is_extra(const dist::Distribution& distribution);

// log P(Y <= y) and log P(Y > y) elementwise, also for counting distributions that have a finite
// sum only. Null if there is none.
using LogTail = expr::Term (*)(expr::Term y, dist::Arguments arguments);
[[nodiscard]] LogTail log_cdf_of(const dist::Distribution& distribution);
[[nodiscard]] LogTail log_ccdf_of(const dist::Distribution& distribution);

}  // namespace autumn::trace
