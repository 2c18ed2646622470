// This file completes the options of a run for what is to be run.
#include "engine/ready.h"

#include <utility>

#include "model/decisions.h"

namespace autumn::engine {

Ready make_ready(Prepared prepared, RunOptions options) {
  if (model::has_decisions(prepared.sampled)) {
    options.settings.metric_learning = sampler::MetricLearning::positions;
  }
  return {std::move(prepared), std::move(options)};
}

}  // namespace autumn::engine
