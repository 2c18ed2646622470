// This header has a call of every function of Stan that takes a function of the program.
#pragma once

#include <string>
#include <vector>

namespace autumn::signatures {

struct HigherOrderCase {
  std::string name;
  std::string call;  // a real number, of a vector x[3] of parameters
};

[[nodiscard]] std::vector<HigherOrderCase> higher_order_cases();

// The same of random numbers, without parameters.
[[nodiscard]] std::vector<HigherOrderCase> random_cases();
// The functions that the calls name.
[[nodiscard]] std::string functions_of_cases();

// The log density is what the call says.
[[nodiscard]] std::string program_of(const HigherOrderCase& c);

}  // namespace autumn::signatures
