// This file searches the step size and averages it, with the constants of Stan.
#include "sample/step_size_adaptation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace autumn::sampler {

namespace {

constexpr double kLargestStep = 1e7;
constexpr std::string_view kNoStep = "No acceptably small step size could be found";

// Of one leapfrog step.
struct TrialStep {
  double drop = 0.0;         // of the energy
  std::size_t farthest = 0;  // the dimension that moved most
};

std::size_t farthest_between(const State& a, const State& b, std::size_t dimension) {
  std::size_t farthest = 0;
  double most = 0.0;
  for (std::size_t i = 0; i < dimension; ++i) {
    const double moved = std::abs(b.position[i] - a.position[i]);
    if (!(moved > most)) continue;
    most = moved;
    farthest = i;
  }
  return farthest;
}

TrialStep try_step(Hamiltonian& hamiltonian, const Point& point, double step_size, Random& random,
                   StatePool& pool) {
  pool.release_all();
  State* start = pool.take(1);
  State* end = pool.take(1);
  hamiltonian.start(point, random, *start);
  hamiltonian.leapfrog(*start, step_size, *end);
  return {start->energy - end->energy, farthest_between(*start, *end, hamiltonian.dimension())};
}

Error improper(const std::string& farthest) {
  return {.message =
              "Posterior is improper: steps of any length keep the log density unchanged; "
              "the longest went farthest in " +
              farthest,
          .suggestion =
              "Check that every parameter has a prior or occurs in the likelihood; "
              "--allow-improper samples all the same.",
          .where = {}};
}

Error discontinuous() {
  return {.message = std::string(kNoStep),
          .suggestion =
              "Perhaps the posterior is not continuous, or the initial point lies on the "
              "edge of its support.",
          .where = {}};
}

}  // namespace

bool is_without_step(const Error& error) {
  return error.message == kNoStep;
}

Result<double> search_step_size(Hamiltonian& hamiltonian, const Point& point, double step_size,
                                Random& random, FlatDensity flat) {
  if (step_size == 0.0 || std::isnan(step_size) || step_size > kLargestStep) return step_size;
  const double threshold = std::log(0.8);
  StatePool pool(2, hamiltonian.dimension());
  const bool doubling = try_step(hamiltonian, point, step_size, random, pool).drop > threshold;
  while (true) {
    const auto [drop, farthest] = try_step(hamiltonian, point, step_size, random, pool);
    if (doubling ? !(drop > threshold) : !(drop < threshold)) return step_size;
    step_size *= doubling ? 2.0 : 0.5;
    if (step_size > kLargestStep) {
      if (flat == FlatDensity::kIsAllowed) return kLargestStep;
      return improper(hamiltonian.density().name_of(farthest));
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

void DualAveraging::visit_fields(Fields& fields) {
  // `options` are settings.
  [[maybe_unused]] auto& [options, mu, count, error_average, log_average] = *this;
  fields("mu", mu);
  fields("count", count);
  fields("error_average", error_average);
  fields("log_average", log_average);
}

}  // namespace autumn::sampler
