// Draws of priors for the page of a run, where these are known.
#pragma once

#include <vector>

#include "model/model.h"
#include "output/page/page.h"
#include "simulate/source.h"

namespace autumn::engine {

// Of every element of every parameter; none if the model has no generative reading, or has so many
// that this would take more than a moment.
[[nodiscard]] std::vector<output::PriorDraws> prior_draws(const simulate::Source& source,
                                                          const model::Model& model,
                                                          const trace::Data& data);

}  // namespace autumn::engine
