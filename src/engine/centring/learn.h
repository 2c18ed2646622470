// Weights of centring are learnt in a short run that nobody sees, half-way between the two ends:
// there it is neither a funnel nor its opposite.
#pragma once

#include "density/centred.h"
#include "engine/ready.h"

namespace autumn::engine {

// For each element i the weight is the share of the data in what is known of it,
//   w = I / (I + 1 / t^2),
// at a scale t that is among the small ones of the run; I, the information of the data, is the
// slope of their score on the element. Weights are rounded, so that few powers of a scale are
// needed, and variables that are best as they are written are left out: nothing if that is all of
// them, or if the run had no beginning.
[[nodiscard]] density::Centring learnt_centring(const Ready& ready,
                                                std::vector<model::Located> located);

// Half-way between the two ends.
[[nodiscard]] density::Centring half_way(const Ready& ready, std::vector<model::Located> located);

// How far weights are from what is written, on average.
[[nodiscard]] double mean_distance(const std::vector<double>& weights, double written);

}  // namespace autumn::engine
