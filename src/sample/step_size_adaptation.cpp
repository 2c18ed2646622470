// Step size search and dual averaging, with the constants of Stan.
#include "sample/step_size_adaptation.h"

#include <algorithm>
#include <cmath>

namespace autumn::sampler {

namespace {

constexpr double kLargestStep = 1e7;

double energy_drop(Hamiltonian& hamiltonian, const Point& point, double step_size, Random& random,
                   StatePool& pool) {
  pool.release_all();
  State* start = pool.take(1);
  State* end = pool.take(1);
  hamiltonian.start(point, random, *start);
  hamiltonian.leapfrog(*start, step_size, *end);
  return start->energy - end->energy;
}

Error improper() {
  return {.message = "Posterior is improper: steps of any length keep the log density unchanged",
          .suggestion = "Check that every parameter has a prior or occurs in the likelihood.",
          .where = {}};
}

Error discontinuous() {
  return {.message = "No acceptably small step size could be found",
          .suggestion =
              "Perhaps the posterior is not continuous, or the initial point lies on the "
              "edge of its support.",
          .where = {}};
}

}  // namespace

Result<double> search_step_size(Hamiltonian& hamiltonian, const Point& point, double step_size,
                                Random& random, FlatDensity flat) {
  if (step_size == 0.0 || std::isnan(step_size) || step_size > kLargestStep) return step_size;
  const double threshold = std::log(0.8);
  StatePool pool(2, hamiltonian.dimension());
  const bool doubling = energy_drop(hamiltonian, point, step_size, random, pool) > threshold;
  while (true) {
    const double drop = energy_drop(hamiltonian, point, step_size, random, pool);
    if (doubling ? !(drop > threshold) : !(drop < threshold)) return step_size;
    step_size *= doubling ? 2.0 : 0.5;
    if (step_size > kLargestStep) {
      return flat == FlatDensity::kIsAllowed ? Result<double>(kLargestStep) : improper();
    }
    if (step_size == 0.0) return discontinuous();
  }
}

void DualAveraging::restart(double step_size) {
  mu_ = std::log(10.0 * step_size);
  count_ = 0.0;
  error_average_ = 0.0;
  log_average_ = 0.0;
}

double DualAveraging::learn(double acceptance) {
  ++count_;
  const double eta = 1.0 / (count_ + options_.t0);
  const double error = options_.delta - std::min(1.0, acceptance);
  error_average_ = (1.0 - eta) * error_average_ + eta * error;
  const double log_step = mu_ - error_average_ * std::sqrt(count_) / options_.gamma;
  const double weight = std::pow(count_, -options_.kappa);
  log_average_ = (1.0 - weight) * log_average_ + weight * log_step;
  return std::exp(log_step);
}

double DualAveraging::average() const {
  return std::exp(log_average_);
}

}  // namespace autumn::sampler
