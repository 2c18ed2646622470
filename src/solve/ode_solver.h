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
  // One element of a Jacobian, and where its number is.
  struct Slope {
    std::uint32_t row;
    std::uint32_t column;
    std::uint32_t place;
  };
  // f, and what of df/dy (S x S) and df/dp (S x P) is not always 0, row by row. Numbers hold until
  // the next call.
  struct Slopes {
    const double* numbers = nullptr;
    std::span<const std::uint32_t> f;  // the places of the S numbers
    std::span<const Slope> by_state;
    std::span<const Slope> by_parameter;
  };
  // The same with every element, column by column; empty is what nobody wants.
  struct DenseSlopes {
    std::span<double> f;
    std::span<double> by_state;
    std::span<double> by_parameter;
  };

  virtual ~OdeSystem() = default;
  // False, or nothing, where f can not be computed.
  [[nodiscard]] virtual bool evaluate(double t, std::span<const double> y, std::span<double> f) = 0;
  [[nodiscard]] virtual const Slopes* slopes(double t, std::span<const double> y) = 0;
  [[nodiscard]] bool evaluate_slopes(double t, std::span<const double> y, const DenseSlopes& out);
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
// parameter. They stand row by row, those of a state side by side.
struct OdeProblem {
  std::span<const double> initial;  // S states, then S rows of sensitivities
  std::size_t states = 0;           // S
  std::size_t free_columns = 0;
  std::size_t parameter_columns = 0;  // P, or 0 if none are wanted
  double initial_time = 0.0;
  std::span<const double> times;  // not before the initial time, in order

  [[nodiscard]] std::size_t columns() const { return free_columns + parameter_columns; }
  [[nodiscard]] std::size_t size() const { return states * (1 + columns()); }
};

// Called once per output time, with its number, states and rows of sensitivities.
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
// together; Adams and BDF take the steps of CVODES.
[[nodiscard]] bool solve(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings,
                         const OdeSink& sink);

// The states and sensitivities of a problem as one system.
class CoupledSystem {
 public:
  CoupledSystem(OdeSystem& system, const OdeProblem& problem);
  // False where f can not be computed or is not finite; sensitivities may be anything.
  [[nodiscard]] bool operator()(double t, std::span<const double> x, std::span<double> dx);
  // The slopes of rows of sensitivities, given those of f.
  void fill_sensitivities(const OdeSystem::Slopes& slopes, const double* s, double* ds) const;

 private:
  OdeSystem& system_;
  std::size_t states_;
  std::size_t free_columns_;
  std::size_t parameter_columns_;
};

// The two families, and CVODES itself, the reference of the multistep methods here, which do in a
// few loops over all numbers what it does vector by vector.
[[nodiscard]] bool solve_runge_kutta(OdeSystem& system, const OdeProblem& problem,
                                     const OdeSettings& settings, const OdeSink& sink);
[[nodiscard]] bool solve_multistep(OdeSystem& system, const OdeProblem& problem,
                                   const OdeSettings& settings, const OdeSink& sink);
[[nodiscard]] bool solve_cvodes(OdeSystem& system, const OdeProblem& problem,
                                const OdeSettings& settings, const OdeSink& sink);

}  // namespace autumn::solve
