// This header declares solvers of ordinary differential equations with forward sensitivities.
// It knows nothing of programs or graphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace autumn::solve {

// The right-hand side f(t, y, p) of S states and P parameters.
class OdeSystem {
 public:
  virtual ~OdeSystem() = default;
  // Both return false where f can not be computed.
  [[nodiscard]] virtual bool evaluate(double t, std::span<const double> y, std::span<double> f) = 0;
  // Also df/dy (S x S) and df/dp (S x P), column by column.
  struct Slopes {
    std::span<double> f;
    std::span<double> by_state;
    std::span<double> by_parameter;
  };
  [[nodiscard]] virtual bool evaluate_slopes(double t, std::span<const double> y,
                                             const Slopes& slopes) = 0;
};

enum class OdeMethod : std::uint8_t { kDormandPrince, kCashKarp, kAdams, kBdf };

struct OdeSettings {
  OdeMethod method = OdeMethod::kDormandPrince;
  double relative_tolerance = 1e-6;
  double absolute_tolerance = 1e-6;
  double max_steps = 1e6;  // from one output time to the next
};

// Sensitivities are columns of S numbers that follow s' = (df/dy) s + c. The first `free_columns`
// of them (of initial states and of the initial time) have c = 0, the others c = df/dp, one per
// parameter.
struct OdeProblem {
  std::span<const double> initial;  // S states, then all sensitivity columns
  std::size_t states = 0;           // S
  std::size_t free_columns = 0;
  std::size_t parameter_columns = 0;  // P, or 0 if none are wanted
  double initial_time = 0.0;
  std::span<const double> times;  // not before the initial time, in order

  [[nodiscard]] std::size_t columns() const { return free_columns + parameter_columns; }
  [[nodiscard]] std::size_t size() const { return states * (1 + columns()); }
};

// Called once per output time, with its number, states and sensitivity columns.
using OdeSink = std::function<void(std::size_t n, std::span<const double> state)>;

// Goes from output time to output time with a solver that can advance and knows its state.
template <typename Run, typename Problem>
[[nodiscard]] bool go_through(Run& run, const Problem& problem, const OdeSink& sink) {
  double t = problem.initial_time;
  for (std::size_t n = 0; n < problem.times.size(); ++n) {
    if (problem.times[n] != t && !run.advance(problem.times[n])) return false;
    t = problem.times[n];
    sink(n, run.state());
  }
  return true;
}

// False if the end was not reached; what was given to the sink before is then of no use. As in
// Stan: rk45 and ckrk are Runge-Kutta pairs with errors controlled over states and sensitivities
// together; Adams and BDF are CVODES.
[[nodiscard]] bool solve(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings,
                         const OdeSink& sink);

// The states and sensitivities of a problem as one system.
class CoupledSystem {
 public:
  CoupledSystem(OdeSystem& system, const OdeProblem& problem);
  [[nodiscard]] bool operator()(double t, std::span<const double> x, std::span<double> dx);
  // df/dy after a call with sensitivities, or on its own.
  [[nodiscard]] bool jacobian(double t, std::span<const double> y);
  [[nodiscard]] std::span<const double> by_state() const { return by_state_; }

 private:
  OdeSystem& system_;
  std::size_t states_;
  std::size_t free_columns_;
  std::size_t parameter_columns_;
  std::vector<double> f_;
  std::vector<double> by_state_;
  std::vector<double> by_parameter_;
};

// The two families.
[[nodiscard]] bool solve_runge_kutta(OdeSystem& system, const OdeProblem& problem,
                                     const OdeSettings& settings, const OdeSink& sink);
[[nodiscard]] bool solve_multistep(OdeSystem& system, const OdeProblem& problem,
                                   const OdeSettings& settings, const OdeSink& sink);

}  // namespace autumn::solve
