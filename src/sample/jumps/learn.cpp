// This file decides, from the warm-up alone, whether there are jumps, and of which kind.
#include "sample/jumps/learn.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "sample/jumps/climb.h"
#include "sample/jumps/gain.h"
#include "sample/jumps/line_fit.h"
#include "sample/jumps/plane_fit.h"
#include "sample/jumps/weights.h"

namespace autumn::sampler {
namespace {

constexpr std::int64_t kShortest = 100;
constexpr std::size_t kShortestTrail = 40;
constexpr std::size_t kShortestMixed = 50;

double probed_acceptance(Proposal& proposal, Values& values, Random& random) {
  return expected_acceptance(probe(proposal, values, random).weights);
}

std::optional<Proposal> fit_by_values(const Trail& trail, Values& values, Random& random) {
  if (trail.dimension == 1) {
    if (auto line = fit_line(trail, values)) return std::move(*line);
  } else if (trail.dimension == 2) {
    if (auto plane = fit_plane(trail, values, random)) return std::move(*plane);
  }
  return std::nullopt;
}

// By weights at points of its own.
std::optional<Jumper> judged(Proposal proposal, const std::vector<double>& weights) {
  const double weight = mean_probed_weight(weights);
  const double acceptance = expected_acceptance(weights);
  if (!is_good_alone(weight, acceptance)) return std::nullopt;
  return Jumper(std::move(proposal), acceptance, iterations_per_walk(weight));
}

}  // namespace

std::optional<Jumper> fit_jumper(const WarmupRecord& record, std::size_t dimension) {
  if (record.iterations < kShortest || record.quantities != dimension) return std::nullopt;
  const TrailSample sample = sample_of({dimension, record.values, record.log_densities});
  std::optional<Mixture> mixture = Mixture::fit(dimension, sample.points);
  if (!mixture) return std::nullopt;
  Proposal proposal(std::move(*mixture));
  const double acceptance = acceptance_along(sample.trail(), proposal);
  if (!is_worthwhile(record, acceptance)) return std::nullopt;
  return Jumper(std::move(proposal), acceptance, 1);
}

std::optional<Jumper> mix_draws(const Trail& trail, Hamiltonian& hamiltonian, Random& random) {
  if (trail.size() < kShortestMixed) return std::nullopt;
  const TrailSample sample = sample_of(trail);
  std::optional<Mixture> mixture = Mixture::fit(trail.dimension, sample.points);
  if (!mixture) return std::nullopt;
  Proposal proposal(std::move(*mixture));
  std::vector<double> ratios = ratios_along(sample.trail(), proposal);
  const double weight = mean_weight(ratios);
  const double along = expected_acceptance(std::move(ratios));
  if (!is_good_alone(weight, along)) return std::nullopt;
  Values values(hamiltonian);
  const double acceptance = std::min(along, probed_acceptance(proposal, values, random));
  if (!is_good_alone(weight, acceptance)) return std::nullopt;
  return Jumper(std::move(proposal), acceptance, iterations_per_walk(weight));
}

std::optional<Jumper> mix_again(const std::optional<Jumper>& before, const Trail& trail,
                                Hamiltonian& hamiltonian, Random& random) {
  std::optional<Jumper> fitted = mix_draws(trail, hamiltonian, random);
  std::optional<Jumper> kept = before ? before->judged_on(trail) : std::nullopt;
  if (!kept || (fitted && fitted->expected_acceptance() > kept->expected_acceptance())) {
    return fitted;
  }
  return kept;
}

std::optional<Jumper> climb_first(const Point& from, Hamiltonian& hamiltonian, Random& random) {
  const std::optional<Summit> summit = climb(from, hamiltonian);
  if (!summit) return std::nullopt;
  std::optional<Mixture> mixture = Mixture::around(summit->top, summit->covariance);
  if (!mixture) return std::nullopt;
  Proposal proposal(std::move(*mixture));
  Values values(hamiltonian);
  const Probes probes = probe(proposal, values, random);
  return hamiltonian.dimension() <= kMostFollowed
             ? follow_density(resampled(probes, random).trail(), hamiltonian, random)
             : judged(std::move(proposal), probes.weights);
}

std::optional<Jumper> follow_density(const Trail& trail, Hamiltonian& hamiltonian, Random& random) {
  if (trail.size() < kShortestTrail) return std::nullopt;
  Values values(hamiltonian);
  std::optional<Proposal> proposal = fit_by_values(trail, values, random);
  if (!proposal) return std::nullopt;
  const double acceptance =
      std::min(acceptance_along(trail, *proposal), probed_acceptance(*proposal, values, random));
  if (!(acceptance >= kLeastFollowed)) return std::nullopt;
  return Jumper(std::move(*proposal), acceptance, kIterationsPerWalk);
}

}  // namespace autumn::sampler
