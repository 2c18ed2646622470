// What is ready to run.
#pragma once

#include "engine/prepare.h"
#include "engine/run.h"

namespace autumn::engine {

// A model that is ready to run, with the options completed for it.
struct Ready {
  Prepared prepared;
  RunOptions options;
};

// A gradient says nothing of where a density jumps: a model that decides by its variables has its
// metric learnt from positions alone.
[[nodiscard]] Ready make_ready(Prepared prepared, RunOptions options);

// Threads that share the evaluations of a chain: one, where there is nothing to share.
[[nodiscard]] std::size_t workers_of(const Prepared& prepared, const RunOptions& options);

}  // namespace autumn::engine
