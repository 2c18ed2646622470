// This file completes the options of a run for what is to be run.
#include "engine/ready.h"

#include <utility>

#include "evaluate/blocks.h"
#include "model/decisions.h"

namespace autumn::engine {

Ready make_ready(Prepared prepared, RunOptions options) {
  if (model::has_decisions(prepared.sampled)) {
    options.settings.metric_learning = sampler::MetricLearning::positions;
  }
  return {std::move(prepared), std::move(options)};
}

std::size_t workers_of(const Prepared& prepared, const RunOptions& options) {
  return evaluate::has_blocks(prepared.density) ? options.threads_per_chain : 1;
}

}  // namespace autumn::engine
