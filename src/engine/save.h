// Saving writes the files of a run whose draws are in memory, as the run would have written them.
#pragma once

#include "base/error.h"
#include "engine/run.h"

namespace autumn::engine {

// One file per chain. An error, with everything as it was, if something is in the way.
[[nodiscard]] Status save(const Prepared& prepared, const RunOptions& options, const Run& run,
                          const Files& files);

}  // namespace autumn::engine
