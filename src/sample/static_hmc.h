// Static HMC is Hamiltonian Monte Carlo with a fixed integration time.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/state_pool.h"
#include "sample/statistics.h"

namespace autumn::sampler {

// The number of steps of this size in the integration time, at least one.
[[nodiscard]] std::int64_t count_steps(double integration_time, double step_size);

class StaticHmc {
 public:
  explicit StaticHmc(Hamiltonian& hamiltonian)
      : hamiltonian_(hamiltonian), pool_(3, hamiltonian.dimension()) {}

  // `steps` leapfrog steps, then Metropolis acceptance of the last point.
  [[nodiscard]] Statistics transition(Point& point, double step_size, std::int64_t steps,
                                      Random& random);

 private:
  Hamiltonian& hamiltonian_;
  StatePool pool_;
};

}  // namespace autumn::sampler
