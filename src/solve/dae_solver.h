// This header declares a solver of differential-algebraic equations with forward sensitivities.
// It knows nothing of programs or graphs.
#pragma once

#include "solve/ode_solver.h"

namespace autumn::solve {

// The residual r(t, y, y', p) of S states and P parameters, which is 0 along a solution.
class DaeSystem {
 public:
  virtual ~DaeSystem() = default;
  // A state and its derivative at one time.
  struct Moment {
    double t = 0.0;
    std::span<const double> y;
    std::span<const double> derivative;
  };
  // Also dr/dy, dr/dy' (S x S) and dr/dp (S x P), column by column.
  struct Slopes {
    std::span<double> r;
    std::span<double> by_state;
    std::span<double> by_derivative;
    std::span<double> by_parameter;
  };
  // Both return false where r can not be computed.
  [[nodiscard]] virtual bool evaluate(const Moment& point, std::span<double> r) = 0;
  [[nodiscard]] virtual bool evaluate_slopes(const Moment& point, const Slopes& slopes) = 0;
};

// Sensitivities are columns of S numbers that follow (dr/dy) s + (dr/dy') s' + c = 0. The first
// `free_columns` of them (of the initial state) have c = 0, the others c = dr/dp, one per
// parameter. What the equations determine of a state without its derivative (its algebraic part) is
// not free, so that part of the first columns does not count.
struct DaeProblem {
  std::span<const double> initial;     // S states, then all sensitivity columns
  std::span<const double> derivative;  // of the S states
  std::size_t states = 0;              // S
  std::size_t free_columns = 0;
  std::size_t parameter_columns = 0;  // P, or 0 if none are wanted
  double initial_time = 0.0;
  std::span<const double> times;  // not before the initial time, in order

  [[nodiscard]] std::size_t columns() const { return free_columns + parameter_columns; }
  [[nodiscard]] std::size_t size() const { return states * (1 + columns()); }
};

// As in Stan: backward differentiation formulas of IDAS. False if the end was not reached.
[[nodiscard]] bool solve(DaeSystem& system, const DaeProblem& problem, const OdeSettings& settings,
                         const OdeSink& sink);

}  // namespace autumn::solve
