// What there is to say about a program before it runs: what Stan refuses of it, what is likely a
// mistake, and how it is written today.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "engine/load.h"

namespace autumn::engine {

// Old forms in the text, and what Stan's checker does not let through.
[[nodiscard]] std::vector<Error> refused_by_stan(const LoadedProgram& program);

struct AdviceOptions {
  bool is_pedantic = false;         // all of it
  bool warn_uninitialized = false;  // of variables that are read before they have a value
};
// By their places.
[[nodiscard]] std::vector<Error> advice(const LoadedProgram& program, const AdviceOptions& options);

// As it is shown to people.
[[nodiscard]] std::string advice_text(const LoadedProgram& program,
                                      const std::vector<Error>& advice);

}  // namespace autumn::engine
