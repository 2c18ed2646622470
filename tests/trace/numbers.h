// What tests of the tracer call numbers.
#pragma once

#include <vector>

namespace autumn::trace {

using Numbers = std::vector<double>;

}  // namespace autumn::trace
