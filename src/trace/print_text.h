// The text of a value is what print() and reject() show of it.
#pragma once

#include <string>

#include "trace/value.h"

namespace autumn::trace {

// Of known numbers: brackets around every dimension, the last index fastest, [[1,2],[3,4]]; (1,[2])
// for tuples, (re,im) for complex numbers.
[[nodiscard]] std::string numbers_text(const Value& value);

}  // namespace autumn::trace
