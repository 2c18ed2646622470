// Transition statistics are what a transition reports about itself, under the names of Stan's
// columns.
#pragma once

#include <cstdint>

namespace autumn::sampler {

struct Statistics {
  double lp = 0.0;           // log density of the new point
  double accept_stat = 0.0;  // mean Metropolis acceptance along the trajectory; 0 for fixed_param
  double stepsize = 0.0;     // with its jitter
  int treedepth = 0;         // doublings of the trajectory (NUTS)
  std::int64_t n_leapfrog = 0;
  bool divergent = false;  // the energy grew by more than kMaxEnergyError
  double energy = 0.0;     // of the new point with the momentum it was reached with

  bool operator==(const Statistics&) const = default;
};

// A leapfrog trajectory whose energy is off by this much has left the true orbit.
inline constexpr double kMaxEnergyError = 1000.0;

}  // namespace autumn::sampler
