// This header declares the random draws of Stan's distributions: the _rng functions.
#pragma once

#include "base/random.h"
#include "model/range.h"
#include "trace/distributions/call.h"

namespace autumn::trace {

// One draw for each element of the arguments, all of which are known; `type` is that of the result.
// `function` is "normal_rng", as messages call it.
struct DrawCall {
  std::string_view function;
  stan::Type type;
};
[[nodiscard]] Value draw(Random& random, const DrawCall& call,
                         const dist::Distribution& distribution, std::span<const Value> arguments);

// With what a draw needs beside the arguments of the density: the total of a multinomial (last),
// the size of a correlation matrix (first).
[[nodiscard]] bool takes_total(const dist::Distribution& distribution);
[[nodiscard]] bool takes_size(const dist::Distribution& distribution);

// What argument number k must lie strictly between for a number to be drawn: finite, and for counts
// not so large that they are no integers of the language (Stan's limit of Poisson rates, 2^30).
[[nodiscard]] model::Range drawable_range(const dist::Distribution& d, std::size_t k);

}  // namespace autumn::trace
