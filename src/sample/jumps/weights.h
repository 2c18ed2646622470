// Weights = density / proposal, at draws of either, say how good a proposal is.
#pragma once

#include <span>
#include <vector>

#include "sample/jumps/proposal.h"
#include "sample/jumps/trail.h"

namespace autumn::sampler {

// Proposal / density at the points of a trail, up to a constant.
[[nodiscard]] std::vector<double> ratios_along(const Trail& trail, Proposal& proposal);

// The mean acceptance of an independence sampler, from proposal / density at draws of the target
// (up to a constant): the mean of the lesser of two over the mean of one.
[[nodiscard]] double expected_acceptance(std::vector<double> ratios);

// The mean of weights = density / proposal over draws of the target, in units of their mean over
// the proposal, from the same ratios: 1 for a perfect fit, and large where the proposal is much too
// low somewhere. The autocorrelation time of jumps alone is about twice this, less one (Liu 1996).
[[nodiscard]] double mean_weight(std::span<const double> ratios);

// Where the trail is one of draws of the target: what is accepted, as far as they tell.
[[nodiscard]] double acceptance_along(const Trail& trail, Proposal& proposal);

// A proposal looked at before it is used: points of its own, and the weights there, up to a
// constant.
struct Probes {
  TrailSample sample;
  std::vector<double> weights = {};
};
[[nodiscard]] Probes probe(Proposal& proposal, Values& values, Random& random);

// The mean of weights over draws of the target, in units of their mean over the proposal, where
// they are of draws of the proposal.
[[nodiscard]] double mean_probed_weight(std::span<const double> weights);

// As many points as there are, each as often as its weight has it: nearly draws of the target
// (sampling, importance resampling; Rubin 1988).
[[nodiscard]] TrailSample resampled(const Probes& probes, Random& random);

}  // namespace autumn::sampler
