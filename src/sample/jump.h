// A jump tries, before a transition of NUTS on a small model, a point from a fit to its own
// warm-up.
#pragma once

#include <optional>
#include <vector>

#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/mixture.h"
#include "sample/warmup_record.h"

namespace autumn::sampler {

// A step of the independence sampler (Tierney 1994): the proposal does not depend on where the
// chain is, and accepting it with probability min(1, w(new) / w(old)), w = density / proposal,
// leaves the target as it is, whatever the proposal. Followed by a transition of NUTS it does so,
// too; where the proposal is poor the chain stays where it is and NUTS goes on as if nothing had
// been tried. In few dimensions proposals are good, and then draws are nearly independent.
class Jumper {
 public:
  Jumper(Mixture proposal, double expected_acceptance);

  // Whether the point has changed. One evaluation of the density.
  [[nodiscard]] bool jump(Point& point, Hamiltonian& hamiltonian, Random& random);

  [[nodiscard]] double expected_acceptance() const { return expected_acceptance_; }

 private:
  Mixture proposal_;
  double expected_acceptance_;
  Point next_;
};

// The mean acceptance of an independence sampler, from proposal / density at draws of the target
// (up to a constant): the mean of the lesser of two over the mean of one.
[[nodiscard]] double expected_acceptance(std::vector<double> ratios);

// The largest correlation of a coordinate, or of its squared distance from the mean, with the same
// an iteration later. Nothing moves less than a coordinate that did not move at all: 1.
[[nodiscard]] double lag_one_correlation(const WarmupRecord& record);

// The autocorrelation of a chain r^k becomes ((1 - acceptance) r)^k with jumps.
[[nodiscard]] double time_with_jumps(double autocorrelation_time, double acceptance);

// Nothing if the record is short or lacks coordinates, or if jumps would not pay: there
// must be half as many evaluations per effective draw.
[[nodiscard]] std::optional<Jumper> fit_jumper(const WarmupRecord& record, std::size_t dimension);

}  // namespace autumn::sampler
