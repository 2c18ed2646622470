// A symbol case is a call of a function that takes symbols, with arguments at which it is smooth
// or said not to be.
#pragma once

#include <string>
#include <vector>

#include "functions_harness.h"

namespace autumn::trace {

struct SymbolCase {
  std::string name;
  std::vector<Value> arguments;
  bool is_smooth = true;  // slopes are compared with differences
};

// Every function that takes symbols, in its forms.
[[nodiscard]] std::vector<SymbolCase> symbol_cases();

}  // namespace autumn::trace
