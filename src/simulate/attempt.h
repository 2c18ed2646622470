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

}  // namespace autumn::simulate
