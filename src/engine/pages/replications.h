// Replications of data for the page of a run: those that the program makes, or such that are drawn
// here from the distributions of the data.
#pragma once

#include <vector>

#include "base/draws.h"
#include "output/page/page.h"
#include "simulate/source.h"

namespace autumn::engine {

struct ReplicationInputs {
  const trace::Data& data;
  std::vector<const DrawTable*> chains = {};  // with the same columns
  const simulate::Source* source = nullptr;   // null: nobody knows how data are drawn
};

// `y` with `y_rep` where there is one; else observed data, at some of the draws of the parameters.
[[nodiscard]] std::vector<output::PredictiveCheck> predictive_checks(
    const ReplicationInputs& inputs);

}  // namespace autumn::engine
