// An attempt draws everything once, wave by wave.
#pragma once

#include <optional>
#include <vector>

#include "base/random.h"
#include "simulate/reading.h"

namespace autumn::simulate {

struct Attempt {
  std::vector<expr::Array> values;  // of all variables
  // Why these are no values of the program: an argument or a value out of its domain, a condition
  // that does not hold. Then all must be drawn again.
  std::optional<Error> rejection = std::nullopt;
  bool is_hopeless = false;  // drawing again will not help
};

[[nodiscard]] Attempt attempt(const Reading& reading, Random& random);

// Draws from a predictive reading at these values of all variables; those of what is drawn do not
// matter. Bounds and conditions of the program are not looked at: given parameters, its density of
// the data is that of their distributions.
[[nodiscard]] Attempt predict(const Reading& reading, std::vector<expr::Array> values,
                              Random& random);

}  // namespace autumn::simulate
