// This file iterates for the new point of a step.
#include "solve/multistep_corrector.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"

namespace autumn::solve {
namespace {

constexpr std::size_t kMaxIterations = 3;
constexpr double kRateMemory = 0.3;
constexpr double kDivergence = 2.0;
constexpr std::size_t kMatrixAge = 20;    // in steps
constexpr std::size_t kJacobianAge = 51;  // in steps
constexpr double kMatrixChange = 0.3;     // of gamma
constexpr double kJacobianBlame = 0.2;    // changes of gamma below this do not explain divergence

}  // namespace

MultistepCorrector::MultistepCorrector(OdeSystem& system, const OdeProblem& problem)
    : system_(system),
      coupled_(system, problem),
      states_(problem.states),
      columns_(problem.columns()),
      weights_(problem.size()),
      correction_(problem.size()),
      values_(problem.size()),
      residual_(problem.size()),
      slopes_(problem.size()),
      jacobian_(states_ * states_),
      matrix_(states_) {}

double MultistepCorrector::norm_of(const double* x, const Part& part) const {
  const double* const w = weights_.data() + part.start;
  double largest = 0.0;
  for (std::size_t c = 0; c < part.columns; ++c) {
    double sum = 0.0;
    for (std::size_t i = c; i < states_ * part.columns; i += part.columns) {
      const double scaled = x[i] * w[i];
      sum += scaled * scaled;
    }
    if (std::isnan(sum)) return sum;
    largest = std::max(largest, sum);
  }
  return std::sqrt(largest / static_cast<double>(states_));
}

double MultistepCorrector::norm(const double* x) const {
  double unused = 0.0;
  const double of_states = norm_of(x, {0, 1, unused, unused});
  if (columns_ == 0) return of_states;
  const double of_columns = norm_of(x + states_, {states_, columns_, unused, unused});
  return of_columns <= of_states ? of_states : of_columns;
}

bool MultistepCorrector::correct_states(const MultistepStep& step, MultistepBefore before) {
  ratio_ = step.count == 0 ? 1.0 : step.gamma / gamma_;
  if (step.count == 0) gamma_ = step.gamma;
  const bool needs_matrix = before != MultistepBefore::kNothing || step.count == 0 ||
                            step.count >= matrix_count_ + kMatrixAge ||
                            std::fabs(ratio_ - 1.0) > kMatrixChange;
  const Doubt doubt = before == MultistepBefore::kDivergence ? Doubt::kAll : Doubt::kNone;
  return correct(step, {0, 1, state_rate_, state_norm_}, needs_matrix, doubt);
}

bool MultistepCorrector::correct_sensitivities(const MultistepStep& step) {
  // The last iteration was at the states before their last correction.
  for (std::size_t i = 0; i < states_; ++i) values_[i] = step.predicted[i] + correction_[i];
  at_values_ = system_.slopes(step.t, std::span(values_).first(states_));
  if (at_values_ == nullptr) return false;
  const Part part{states_, columns_, sensitivity_rate_, sensitivity_norm_};
  return correct(step, part, false, Doubt::kNone);
}

// A matrix that is too old is made anew before convergence is given up.
bool MultistepCorrector::correct(const MultistepStep& step, const Part& part, bool needs_matrix,
                                 Doubt doubt) {
  is_fresh_ = false;
  while (true) {
    std::fill_n(correction_.begin() + static_cast<std::ptrdiff_t>(part.start),
                states_ * part.columns, 0.0);
    if (!fill_residual(step, part)) return false;
    if (needs_matrix && !set_up(step, doubt)) return false;
    if (iterate(step, part)) return true;
    if (is_fresh_) return false;
    needs_matrix = true;
    doubt = Doubt::kJacobian;
  }
}

// Newton iterations from a residual that is there already.
bool MultistepCorrector::iterate(const MultistepStep& step, const Part& part) {
  const std::size_t size = states_ * part.columns;
  double* const change = residual_.data() + part.start;
  double* const correction = correction_.data() + part.start;
  const double scale = step.adapts_change ? -2.0 / (1.0 + ratio_) : -1.0;
  double before = 0.0;
  for (std::size_t m = 0; m < kMaxIterations; ++m) {
    if (m > 0 && !fill_residual(step, part)) return false;
    matrix_.solve(change, part.columns);
    for (std::size_t i = 0; i < size; ++i) {
      change[i] *= scale;
      correction[i] += change[i];
    }
    const double norm = norm_of(change, part);
    if (m > 0) part.rate = std::max(kRateMemory * part.rate, norm / before);
    if (norm * std::min(1.0, part.rate) <= step.tolerance) {
      part.norm = m == 0 ? norm : norm_of(correction, part);
      return true;
    }
    if (m > 0 && norm > kDivergence * before) return false;
    before = norm;
  }
  return false;
}

bool MultistepCorrector::fill_residual(const MultistepStep& step, const Part& part) {
  const std::size_t end = part.start + states_ * part.columns;
  for (std::size_t i = part.start; i < end; ++i) values_[i] = step.predicted[i] + correction_[i];
  if (part.start == 0) {
    const auto f = std::span(slopes_).first(states_);
    if (!system_.evaluate(step.t, std::span(values_).first(states_), f) || !all_finite(f)) {
      return false;
    }
  } else {
    coupled_.fill_sensitivities(*at_values_, values_.data() + states_, slopes_.data() + states_);
  }
  for (std::size_t i = part.start; i < end; ++i) {
    residual_[i] =
        step.derivative_factor * step.derivative[i] + correction_[i] - step.gamma * slopes_[i];
  }
  return true;
}

bool MultistepCorrector::set_up(const MultistepStep& step, Doubt doubt) {
  const bool blames_jacobian =
      doubt == Doubt::kJacobian && std::fabs(step.gamma / gamma_ - 1.0) < kJacobianBlame;
  if (step.count == 0 || step.count >= jacobian_count_ + kJacobianAge || blames_jacobian ||
      doubt == Doubt::kAll) {
    if (!evaluate_jacobian(step)) return false;
  }
  const auto matrix = matrix_.matrix();
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = -step.gamma * jacobian_[i];
  for (std::size_t i = 0; i < states_; ++i) matrix[(states_ + 1) * i] += 1.0;
  gamma_ = step.gamma;
  ratio_ = 1.0;
  state_rate_ = sensitivity_rate_ = 1.0;
  matrix_count_ = step.count;
  return matrix_.factor();
}

bool MultistepCorrector::evaluate_jacobian(const MultistepStep& step) {
  at_values_ = system_.slopes(step.t, std::span(values_).first(states_));
  if (at_values_ == nullptr) return false;
  std::ranges::fill(jacobian_, 0.0);
  for (const OdeSystem::Slope& slope : at_values_->by_state) {
    jacobian_[states_ * slope.row + slope.column] = at_values_->numbers[slope.place];
  }
  is_fresh_ = true;
  jacobian_count_ = step.count;
  return all_finite(jacobian_);
}

}  // namespace autumn::solve
