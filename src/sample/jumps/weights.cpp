// This file computes weights of proposals, and what they tell.
#include "sample/jumps/weights.h"

#include <algorithm>
#include <cmath>

namespace autumn::sampler {

std::vector<double> ratios_along(const Trail& trail, Proposal& proposal) {
  if (trail.size() == 0) return {};
  const double top = *std::ranges::max_element(trail.log_densities);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < trail.size(); ++k) {
    ratios.push_back(density_of(proposal, trail.position(k)) *
                     std::exp(top - trail.log_densities[k]));
  }
  return ratios;
}

double expected_acceptance(std::vector<double> ratios) {
  if (ratios.empty()) return 0.0;
  std::ranges::sort(ratios);
  const auto n = static_cast<double>(ratios.size());
  double lesser = 0.0, sum = 0.0;
  for (std::size_t k = 0; k < ratios.size(); ++k) {
    lesser += ratios[k] * (2.0 * (n - static_cast<double>(k)) - 1.0);  // pairs in which it is least
    sum += ratios[k];
  }
  const double acceptance = lesser / (n * sum);
  return std::isfinite(acceptance) ? acceptance : 0.0;
}

double mean_weight(std::span<const double> ratios) {
  double sum = 0.0, inverse = 0.0;
  for (const double r : ratios) {
    sum += r;
    inverse += 1.0 / r;
  }
  const auto n = static_cast<double>(ratios.size());
  return (sum / n) * (inverse / n);
}

double acceptance_along(const Trail& trail, Proposal& proposal) {
  return expected_acceptance(ratios_along(trail, proposal));
}

Probes probe(Proposal& proposal, Values& values, Random& random) {
  constexpr int kProbes = 64;
  std::vector<double> x(dimension_of(proposal));
  Probes probes{.sample = {.dimension = x.size()}};
  for (int k = 0; k < kProbes; ++k) {
    draw_from(proposal, random, x);
    const double log_density = values.at(x);
    probes.sample.add(x, log_density);
    probes.weights.push_back(log_density - std::log(density_of(proposal, x)));
  }
  const double top = *std::ranges::max_element(probes.weights);
  for (double& log : probes.weights) log = std::exp(log - top);
  return probes;
}

double mean_probed_weight(std::span<const double> weights) {
  double sum = 0.0, squares = 0.0;
  for (const double w : weights) {
    sum += w;
    squares += w * w;
  }
  return static_cast<double>(weights.size()) * squares / (sum * sum);
}

TrailSample resampled(const Probes& probes, Random& random) {
  double total = 0.0;
  for (const double w : probes.weights) total += w;
  TrailSample drawn{.dimension = probes.sample.dimension};
  const Trail from = probes.sample.trail();
  double passed = 0.0;
  std::size_t at = 0;
  const auto n = static_cast<double>(from.size());
  const double offset = random.uniform();
  for (std::size_t k = 0; k < from.size(); ++k) {
    const double wanted = total * (static_cast<double>(k) + offset) / n;
    while (at + 1 < from.size() && passed + probes.weights[at] < wanted) {
      passed += probes.weights[at++];
    }
    drawn.add(from.position(at), from.log_densities[at]);
  }
  return drawn;
}

}  // namespace autumn::sampler
