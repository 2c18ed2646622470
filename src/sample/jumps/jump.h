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
#include "sample/jumps/proposal.h"
#include "sample/jumps/trail.h"

namespace autumn::sampler {

struct JumpOutcome {
  bool is_accepted = false;
  double acceptance = 0.0;  // the probability that it had
};

// How often NUTS follows a jump where jumps alone are good enough: seldom, or more often where
// weights are heavier (`mean_weight`) and the chain would stay longer at some points.
[[nodiscard]] std::int64_t iterations_per_walk(double mean_weight);
inline constexpr std::int64_t kIterationsPerWalk = 10;  // seldom

// Whether jumps are good enough to do mostly without NUTS: at least kLeastMixed are accepted, and
// weights are not heavy.
[[nodiscard]] bool is_good_alone(double mean_weight, double acceptance);
inline constexpr double kLeastMixed = 0.5;

// A step of the independence sampler (Tierney 1994): the proposal does not depend on where the
// chain is, and accepting it with probability min(1, w(new) / w(old)), w = density / proposal,
// leaves the target as it is, whatever the proposal. Followed by a transition of NUTS it does so,
// too; where the proposal is poor the chain stays where it is and NUTS goes on as if nothing had
// been tried. In few dimensions proposals are good, and then draws are nearly independent.
class Jumper {
 public:
  // Proposes nothing, to be read into.
  Jumper() = default;
  // A transition of NUTS follows every so many jumps, or all of them.
  Jumper(Proposal proposal, double expected_acceptance, std::int64_t iterations_per_walk);

  // Moves the point if the jump is accepted. One evaluation of the density, with the gradient only
  // where a transition follows always.
  [[nodiscard]] JumpOutcome jump(Point& point, Hamiltonian& hamiltonian, Random& random);

  [[nodiscard]] std::size_t dimension() const { return next_.position.size(); }
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
  void visit_fields(Fields& fields);

 private:
  [[nodiscard]] double density(std::span<const double> x);

  Proposal proposal_;
  double expected_acceptance_ = 0.0;
  std::int64_t iterations_per_walk_ = 1;
  Point next_;
  std::vector<double> last_;  // where the density of the proposal was computed last
  double last_density_ = 0.0;
};

}  // namespace autumn::sampler
