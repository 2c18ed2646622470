// This header declares how one step of a multistep method is made to fit the equation: by modified
// Newton iterations, first for the states, then for the sensitivities at the new states, as the
// staggered corrector of CVODES does (Feehery, Tolsma and Barton, 1997).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/lu_rows.h"
#include "solve/ode_solver.h"

namespace autumn::solve {

// What was predicted for a step: y = predicted + correction and gamma f(y) = slope + correction are
// to hold.
struct MultistepStep {
  double t = 0.0;
  double gamma = 0.0;
  const double* predicted = nullptr;
  const double* derivative = nullptr;  // h y', predicted
  double derivative_factor = 1.0;      // the slope is so much of it
  bool adapts_change = false;          // to a gamma that is not that of the matrix
  double tolerance = 0.0;              // of the norm of what is left of the correction
  std::size_t count = 0;               // of the steps before
};

// How the attempt before ended.
enum class MultistepBefore : std::uint8_t { kNothing, kError, kDivergence };

class MultistepCorrector {
 public:
  MultistepCorrector(OdeSystem& system, const OdeProblem& problem);

  // Weights of the norms; norms are root mean squares, the largest of states and of each column.
  [[nodiscard]] std::span<double> weights() { return weights_; }
  [[nodiscard]] double norm(const double* x) const;

  // False if the iterations do not converge.
  [[nodiscard]] bool correct_states(const MultistepStep& step, MultistepBefore before);
  [[nodiscard]] bool correct_sensitivities(const MultistepStep& step);
  // Of the states, and the sensitivities, with their norms.
  [[nodiscard]] const double* correction() const { return correction_.data(); }
  [[nodiscard]] double norm_of_states() const { return state_norm_; }
  [[nodiscard]] double norm_of_sensitivities() const { return sensitivity_norm_; }

 private:
  // The states are rows of one number, sensitivities rows of several.
  struct Part {
    std::size_t start;
    std::size_t columns;
    double& rate;
    double& norm;
  };
  // Why the matrix is made anew.
  enum class Doubt : std::uint8_t { kNone, kJacobian, kAll };

  [[nodiscard]] bool correct(const MultistepStep& step, const Part& part, bool needs_matrix,
                             Doubt doubt);
  [[nodiscard]] bool iterate(const MultistepStep& step, const Part& part);
  [[nodiscard]] bool fill_residual(const MultistepStep& step, const Part& part);
  [[nodiscard]] bool set_up(const MultistepStep& step, Doubt doubt);
  [[nodiscard]] bool evaluate_jacobian(const MultistepStep& step);
  [[nodiscard]] double norm_of(const double* x, const Part& part) const;

  OdeSystem& system_;
  CoupledSystem coupled_;
  std::size_t states_;
  std::size_t columns_;
  std::vector<double> weights_;
  std::vector<double> correction_;
  std::vector<double> values_;                    // predicted and corrected
  std::vector<double> residual_;                  // then the change of the correction
  std::vector<double> slopes_;                    // f and the slopes of sensitivities
  std::vector<double> jacobian_;                  // row by row
  LuRows matrix_;                                 // I - gamma * jacobian, factored
  const OdeSystem::Slopes* at_values_ = nullptr;  // at the corrected states
  bool is_fresh_ = false;                         // the Jacobian is that of this step
  double gamma_ = 0.0;                            // of the matrix
  double ratio_ = 1.0;                            // of gammas, now and of the matrix
  std::size_t matrix_count_ = 0;                  // of steps before the matrix was made
  std::size_t jacobian_count_ = 0;
  double state_rate_ = 1.0;
  double sensitivity_rate_ = 1.0;
  double state_norm_ = 0.0;
  double sensitivity_norm_ = 0.0;
};

}  // namespace autumn::solve
