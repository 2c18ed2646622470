// This file runs the trajectory of static HMC and its acceptance.
#include "sample/static_hmc.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace autumn::sampler {

std::int64_t count_steps(double integration_time, double step_size) {
  constexpr double kMostSteps = 2147483647.0;  // Stan counts in an int
  const double steps = std::min(integration_time / step_size, kMostSteps);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
}

Statistics StaticHmc::transition(Point& point, double step_size, std::int64_t steps,
                                 Random& random) {
  if (hamiltonian_.dimension() == 0) {
    return {.lp = point.log_density,
            .accept_stat = 1.0,
            .stepsize = step_size,
            .energy = -point.log_density};
  }
  pool_.release_all();
  State* start = pool_.take(1);
  State* current = pool_.take(1);
  State* next = pool_.take(1);
  hamiltonian_.start(point, random, *start);
  hamiltonian_.leapfrog(*start, step_size, *current);
  std::int64_t done = 1;
  // A trajectory through a rejected point is rejected as a whole; so is its reverse, which keeps
  // detailed balance.
  for (; done < steps && std::isfinite(current->energy); ++done) {
    hamiltonian_.leapfrog(*current, step_size, *next);
    std::swap(current, next);
  }
  const double acceptance = std::exp(start->energy - current->energy);
  const bool accept = acceptance >= 1.0 || random.uniform() < acceptance;
  const State* chosen = accept ? current : start;
  hamiltonian_.save(*chosen, point);
  return {.lp = point.log_density,
          .accept_stat = std::min(1.0, acceptance),
          .stepsize = step_size,
          .n_leapfrog = done,
          .divergent = current->energy - start->energy > kMaxEnergyError,
          .energy = chosen->energy};
}

}  // namespace autumn::sampler
