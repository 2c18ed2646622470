// The outcome of a run: the draws, and what the terminal and the summary file are to have of them.
#pragma once

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/assure/assured.h"

namespace autumn::cli {

// Whether another rank tells of the run.
[[nodiscard]] bool follows(const SampleOptions& options);

// Gives the exit code.
[[nodiscard]] int show(const SampleOptions& options, const LoadedModel& loaded,
                       const engine::AssuredRun& done);

}  // namespace autumn::cli
