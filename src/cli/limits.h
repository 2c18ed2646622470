// Commands end in one message: where they have used up what they may, where there is no more
// memory, and where they were asked to stop.
#pragma once

#include <functional>
#include <vector>

#include "cli/commands.h"
#include "trace/limits.h"

namespace autumn::cli {

// What the interpreter of programs is to look at.
[[nodiscard]] trace::Limits trace_limits(const ResourceLimits& limits);

// Runs a command within these limits, and gives its exit code.
[[nodiscard]] int run_within(const ResourceLimits& limits, const std::function<int()>& command);
// Gives the exit code of what reads the words of a command, which may have no memory either.
[[nodiscard]] int run_caught(const std::function<int()>& command);

}  // namespace autumn::cli
