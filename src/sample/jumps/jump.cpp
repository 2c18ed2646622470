// This file makes jumps, and judges a jumper by draws of the target.
#include "sample/jumps/jump.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sample/jumps/weights.h"

namespace autumn::sampler {

Jumper::Jumper(Proposal proposal, double acceptance, std::int64_t iterations_per_walk)
    : proposal_(std::move(proposal)),
      expected_acceptance_(acceptance),
      iterations_per_walk_(iterations_per_walk) {
  const std::size_t dimension = dimension_of(proposal_);
  next_.position.resize(dimension);
  next_.gradient.resize(dimension);
  last_.reserve(dimension);
}

// Mostly asked about where the chain went by its last jump, or stayed.
double Jumper::density(std::span<const double> x) {
  if (!std::ranges::equal(x, last_)) {
    last_.assign(x.begin(), x.end());
    last_density_ = density_of(proposal_, x);
  }
  return last_density_;
}

JumpOutcome Jumper::jump(Point& point, Hamiltonian& hamiltonian, Random& random) {
  draw_from(proposal_, random, next_.position);
  next_.has_gradient = iterations_per_walk_ == 1;
  next_.log_density = next_.has_gradient ? hamiltonian.evaluate(next_.position, next_.gradient)
                                         : hamiltonian.value(next_.position, next_.gradient);
  if (!std::isfinite(next_.log_density)) return {};
  const double here = density(point.position);
  const double there = density_of(proposal_, next_.position);
  const double ratio = std::exp(next_.log_density - point.log_density) * (here / there);
  const double acceptance = std::isnan(ratio) ? 0.0 : std::min(ratio, 1.0);
  if (!(random.uniform() < ratio)) return {.acceptance = acceptance};  // also if it is NaN
  std::swap(point, next_);
  last_.assign(point.position.begin(), point.position.end());
  last_density_ = there;
  return {.is_accepted = true, .acceptance = acceptance};
}

double Jumper::acceptance_on(const Trail& trail) {
  return acceptance_along(trail, proposal_);
}

std::optional<Jumper> Jumper::judged_on(const Trail& trail) const {
  Jumper judged(*this);
  std::vector<double> ratios = ratios_along(sample_of(trail).trail(), judged.proposal_);
  const double weight = mean_weight(ratios);
  judged.expected_acceptance_ =
      std::min(expected_acceptance_, sampler::expected_acceptance(std::move(ratios)));
  judged.iterations_per_walk_ = sampler::iterations_per_walk(weight);
  if (!is_good_alone(weight, judged.expected_acceptance_)) return std::nullopt;
  return judged;
}

void Jumper::visit_fields(Fields& fields) {
  // `next`, `last` and its density spare memory and work: what is in them is found again.
  [[maybe_unused]] auto& [proposal, acceptance, per_walk, next, last, last_density] = *this;
  sampler::visit_fields(fields, proposal);
  fields("expected_acceptance", acceptance);
  fields("iterations_per_walk", per_walk);
  if (fields.is_reading()) *this = Jumper(Proposal(proposal), acceptance, per_walk);
}

std::int64_t iterations_per_walk(double mean_weight) {
  if (mean_weight <= 1.2) return kIterationsPerWalk;
  return mean_weight <= 1.5 ? 4 : 2;
}

bool is_good_alone(double mean_weight, double acceptance) {
  // Above it jumps alone would stay too long where the proposal is too low.
  constexpr double kMostWeight = 2.0;
  return mean_weight <= kMostWeight && acceptance >= kLeastMixed;
}

int Jumper::jumps_per_iteration() const {
  // The share of iterations without any accepted jump that is wanted, and the most jumps for it.
  constexpr double kStays = 0.1;
  constexpr int kMostJumps = 4;
  if (iterations_per_walk_ == 1) return 1;
  int jumps = 1;
  double stays = 1.0 - expected_acceptance_;
  for (; stays > kStays && jumps < kMostJumps; ++jumps) stays *= 1.0 - expected_acceptance_;
  return jumps;
}

}  // namespace autumn::sampler
