// What `~` drops of a log density in Stan: the terms that depend on nothing that is differentiated.
// It matters only where a statement stands on some of the paths of a program.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "trace/machine.h"

namespace autumn::trace {

// An argument, and whether its type is one that Stan differentiates by; data are not.
struct TypedArgument {
  Value value;
  bool is_differentiated = false;
};

// The sum of the terms that are dropped; the value comes first.
[[nodiscard]] double dropped_terms(Machine& machine, std::string_view distribution,
                                   std::span<const TypedArgument> arguments);

}  // namespace autumn::trace
