// Deep programs and threads need room on the stack, which whoever starts us may have made small.
#pragma once

#include "base/error.h"

namespace autumn::cli {

// Starts this executable anew with a larger stack where that may be had. An error where there is
// less than is enough for anything.
[[nodiscard]] Status ensure_stack(char** words);

}  // namespace autumn::cli
