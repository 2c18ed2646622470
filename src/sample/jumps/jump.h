// A jump tries, before a transition of NUTS on a small model or instead of it, a point from a fit
// to its own warm-up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/jumps/mixture.h"
#include "sample/jumps/piecewise.h"
#include "sample/jumps/plane.h"
#include "sample/jumps/trail.h"
#include "sample/warmup_record.h"

namespace autumn::sampler {

// A mixture is fitted to draws; the others follow the density itself, in one and two dimensions.
using Proposal = std::variant<Mixture, PiecewiseDensity, PlaneDensity>;

// Densities that are followed have at most this many dimensions.
inline constexpr std::size_t kMostFollowed = 2;

struct JumpOutcome {
  bool is_accepted = false;
  double acceptance = 0.0;  // the probability that it had
};

// How often NUTS follows a jump where jumps alone are good enough: seldom, or more often where
// weights are heavier (`mean_weight`) and the chain would stay longer at some points.
[[nodiscard]] std::int64_t iterations_per_walk(double mean_weight);

// A step of the independence sampler (Tierney 1994): the proposal does not depend on where the
// chain is, and accepting it with probability min(1, w(new) / w(old)), w = density / proposal,
// leaves the target as it is, whatever the proposal. Followed by a transition of NUTS it does so,
// too; where the proposal is poor the chain stays where it is and NUTS goes on as if nothing had
// been tried. In few dimensions proposals are good, and then draws are nearly independent.
class Jumper {
 public:
  // A transition of NUTS follows every so many jumps, or all of them.
  Jumper(Proposal proposal, double expected_acceptance, std::int64_t iterations_per_walk);

  // Moves the point if the jump is accepted. One evaluation of the density, with the gradient only
  // where a transition follows always.
  [[nodiscard]] JumpOutcome jump(Point& point, Hamiltonian& hamiltonian, Random& random);

  [[nodiscard]] double expected_acceptance() const { return expected_acceptance_; }
  // So many that an iteration hardly ever stays where it is, where jumps are cheap.
  [[nodiscard]] int jumps_per_iteration() const;
  [[nodiscard]] bool follows_density() const { return !std::holds_alternative<Mixture>(proposal_); }
  // Where the trail is one of draws of the target: what is accepted, as far as they tell.
  [[nodiscard]] double acceptance_on(const Trail& trail);
  // The same jumper with what a trail of draws of the target tells of it; nothing if it is not good
  // enough, on that, to do mostly without NUTS.
  [[nodiscard]] std::optional<Jumper> judged_on(const Trail& trail) const;
  // A chain whose jumps alone are nearly independent needs NUTS now and then only, in case the
  // proposal has missed something.
  [[nodiscard]] std::int64_t iterations_per_walk() const { return iterations_per_walk_; }

 private:
  [[nodiscard]] double density(std::span<const double> x);

  Proposal proposal_;
  double expected_acceptance_;
  std::int64_t iterations_per_walk_;
  Point next_;
  std::vector<double> last_;  // where the density of the proposal was computed last
  double last_density_ = 0.0;
};

// The mean acceptance of an independence sampler, from proposal / density at draws of the target
// (up to a constant): the mean of the lesser of two over the mean of one.
[[nodiscard]] double expected_acceptance(std::vector<double> ratios);

// The mean of weights = density / proposal over draws of the target, in units of their mean over
// the proposal, from the same ratios: 1 for a perfect fit, and large where the proposal is much too
// low somewhere. The autocorrelation time of jumps alone is about twice this, less one (Liu 1996).
[[nodiscard]] double mean_weight(std::span<const double> ratios);

// The largest correlation of a coordinate, or of its squared distance from the mean, with the same
// an iteration later. Nothing moves less than a coordinate that did not move at all: 1.
[[nodiscard]] double lag_one_correlation(const WarmupRecord& record);

// The autocorrelation of a chain r^k becomes ((1 - acceptance) r)^k with jumps.
[[nodiscard]] double time_with_jumps(double autocorrelation_time, double acceptance);
// The autocorrelation time of so many jumps per iteration alone.
[[nodiscard]] double time_of_jumps(double acceptance, int jumps_per_iteration);

// Nothing if the record is short or lacks coordinates, or if jumps would not pay: there
// must be half as many evaluations per effective draw.
[[nodiscard]] std::optional<Jumper> fit_jumper(const WarmupRecord& record, std::size_t dimension);

// A jumper whose mixture is good enough to do mostly without NUTS: at least kLeastMixed are
// accepted along the trail, and of a few points of its own, and nowhere along the trail is it much
// too low. Nothing if it is not.
[[nodiscard]] std::optional<Jumper> mix_draws(const Trail& trail, Hamiltonian& hamiltonian,
                                              Random& random);
inline constexpr double kLeastMixed = 0.5;

// The better of the one there is, if any, and one that is fitted anew, by what the trail tells of
// both. Nothing if none is good enough.
[[nodiscard]] std::optional<Jumper> mix_again(const std::optional<Jumper>& before,
                                              const Trail& trail, Hamiltonian& hamiltonian,
                                              Random& random);

// A jumper to begin with, from a climb to the top of the density. Nothing if it is not good enough
// to do mostly without NUTS, as far as a few points of its own tell.
[[nodiscard]] std::optional<Jumper> climb_first(const Point& from, Hamiltonian& hamiltonian,
                                                Random& random);

// A jumper that follows the density along its trail by values alone. Nothing in three dimensions or
// more, or if less than kLeastFollowed would be accepted, as a few points of the proposal and the
// trail have it.
[[nodiscard]] std::optional<Jumper> follow_density(const Trail& trail, Hamiltonian& hamiltonian,
                                                   Random& random);
inline constexpr double kLeastFollowed = 0.8;

}  // namespace autumn::sampler
