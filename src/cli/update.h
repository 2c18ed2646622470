// This header declares what `autumn check --update` does: old programs in the syntax of today.
#pragma once

#include "cli/commands.h"

namespace autumn::cli {

// Writes the updated program. Exit code 1 if it still has mistakes, which are shown.
[[nodiscard]] int run_update(const CheckOptions& options);

}  // namespace autumn::cli
