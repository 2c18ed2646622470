// This file sets up the coupled system of states and sensitivities, and chooses the solver.
#include "solve/ode_solver.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"

namespace autumn::solve {

CoupledSystem::CoupledSystem(OdeSystem& system, const OdeProblem& problem)
    : system_(system),
      states_(problem.states),
      free_columns_(problem.free_columns),
      parameter_columns_(problem.parameter_columns),
      f_(states_),
      by_state_(states_ * states_),
      by_parameter_(states_ * parameter_columns_) {}

bool CoupledSystem::jacobian(double t, std::span<const double> y) {
  return system_.evaluate_slopes(t, y, {f_, by_state_, by_parameter_}) && all_finite(by_state_);
}

bool CoupledSystem::operator()(double t, std::span<const double> x, std::span<double> dx) {
  const auto y = x.first(states_);
  const auto f = dx.first(states_);
  const std::size_t columns = free_columns_ + parameter_columns_;
  if (columns == 0) return system_.evaluate(t, y, f) && all_finite(f);
  if (!system_.evaluate_slopes(t, y, {f, by_state_, by_parameter_})) return false;
  for (std::size_t c = 0; c < columns; ++c) {
    const auto s = x.subspan(states_ * (1 + c), states_);
    const auto ds = dx.subspan(states_ * (1 + c), states_);
    if (c < free_columns_) {
      std::fill(ds.begin(), ds.end(), 0.0);
    } else {
      const auto forcing =
          by_parameter_.begin() + static_cast<std::ptrdiff_t>(states_ * (c - free_columns_));
      std::copy_n(forcing, states_, ds.begin());
    }
    for (std::size_t j = 0; j < states_; ++j) {
      for (std::size_t i = 0; i < states_; ++i) ds[i] += by_state_[i + states_ * j] * s[j];
    }
  }
  return all_finite(dx);
}

bool solve(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings,
           const OdeSink& sink) {
  if (!all_finite(problem.initial)) return false;
  switch (settings.method) {
    case OdeMethod::kDormandPrince:
    case OdeMethod::kCashKarp: return solve_runge_kutta(system, problem, settings, sink);
    case OdeMethod::kAdams:
    case OdeMethod::kBdf: return solve_multistep(system, problem, settings, sink);
  }
  return false;
}

}  // namespace autumn::solve
