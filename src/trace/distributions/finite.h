// This header says which arguments and values of Stan's densities must be finite.
#pragma once

#include <cstddef>
#include <string_view>

#include "dist/distribution.h"
#include "trace/machine.h"

namespace autumn::trace {

// Whether Stan refuses this argument, or the value, of a density where it is infinite though that
// is in its domain. (Its cdfs and random numbers have rules of their own.)
[[nodiscard]] bool must_argument_be_finite(const dist::Distribution& distribution, std::size_t k);
[[nodiscard]] bool must_value_be_finite(const dist::Distribution& distribution);

// The same of known numbers; fails with "normal_lpdf: mu must be finite, but it is inf".
void check_finite_argument(std::string_view function, const dist::Distribution& distribution,
                           std::size_t k, const Value& x);
void check_finite_value(std::string_view function, const dist::Distribution& distribution,
                        const Value& y);

}  // namespace autumn::trace
