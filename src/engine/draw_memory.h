// Whether draws fit into the memory of this machine is known before they are made.
#pragma once

#include "base/error.h"
#include "engine/run.h"
#include "trace/trace.h"

namespace autumn::engine {

// With the place in the program where they become too many.
[[nodiscard]] Status check_memory(const trace::Traced& traced, const RunOptions& options);
// Of so many columns, where the program is not known.
[[nodiscard]] Status check_memory(std::size_t columns, const RunOptions& options);

}  // namespace autumn::engine
