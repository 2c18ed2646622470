// What a run of `sample` writes is compared with what it reads.
#pragma once

#include "base/error.h"
#include "cli/commands.h"

namespace autumn::cli {

// What is read is not replaced, and neither are the draws by their summary. Leaves everything as it
// was.
[[nodiscard]] Status check_outputs(const SampleOptions& options);

}  // namespace autumn::cli
