// This header says which built-in functions of generated quantities may be traced.
#pragma once

#include <string_view>

namespace autumn::trace {

// Whether a function of symbols has the values that it has of numbers, and never ends with an error
// that depends on numbers; densities of the engine do if their arguments are in their domains and
// their values in the support, which the caller checks.
[[nodiscard]] bool is_traceable(std::string_view function);
// Whether it is one of those densities.
[[nodiscard]] bool is_traceable_density(std::string_view function);

}  // namespace autumn::trace
