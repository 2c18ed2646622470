// This file solves by backward differentiation formulas of orders 1 to 5, or Adams formulas of
// orders 1 to 12, with sensitivities. Steps and orders are chosen as CVODES chooses them (Hindmarsh
// and others, 2005).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "solve/multistep_coefficients.h"
#include "solve/multistep_corrector.h"
#include "solve/multistep_first_step.h"
#include "solve/nordsieck.h"
#include "solve/ode_solver.h"

namespace autumn::solve {
namespace {

constexpr int kMaxDivergences = 10;  // in one step
constexpr int kMaxErrors = 7;
constexpr int kErrorsAtOrder = 3;  // before the order is lowered
constexpr std::size_t kLongWait = 10;
constexpr double kFirstGrowth = 1e4;
constexpr double kGrowth = 10.0;
constexpr double kWorthwhile = 1.5;  // steps do not grow for less
constexpr double kLeast = 0.1;
constexpr double kAfterErrors = 0.2;
constexpr double kAfterDivergence = 0.25;
constexpr double kIterationShare = 0.1;  // of the error that iterations may leave

// The ratio of steps that leaves so much error, with a bias.
double ratio_for(double biased_error, std::size_t order) {
  return 1.0 / (std::pow(biased_error, 1.0 / static_cast<double>(order)) + 1e-6);
}

class Multistep {
 public:
  Multistep(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings)
      : formula_(settings.method == OdeMethod::kAdams ? Formula::kAdams : Formula::kBackward),
        coupled_(system, problem),
        settings_(settings),
        size_(problem.size()),
        has_columns_(problem.columns() > 0),
        t_(problem.initial_time),
        z_(size_, max_order(formula_)),
        corrector_(system, problem),
        work_(size_),
        out_(problem.initial.begin(), problem.initial.end()) {
    std::ranges::copy(problem.initial, z_.column(0));
  }

  [[nodiscard]] std::span<const double> state() const { return out_; }

  [[nodiscard]] bool advance(double t) {
    if (count_ == 0 && !start(t)) return false;
    double steps = 0.0;
    while (count_ == 0 || t_ < t) {
      if (steps++ >= settings_.max_steps || !set_weights() || !step()) return false;
    }
    z_.evaluate(history_.order, (t - t_) / history_.step, out_);
    return true;
  }

 private:
  enum class Attempt : std::uint8_t { kPassed, kAgain, kFailed };
  struct Failures {
    int divergences = 0;
    int errors = 0;
  };

  // False if the tolerances ask for more than the arithmetic has.
  [[nodiscard]] bool set_weights() {
    const auto weights = corrector_.weights();
    const double* const z = z_.column(0);
    for (std::size_t i = 0; i < size_; ++i) {
      const double scale =
          settings_.relative_tolerance * std::fabs(z[i]) + settings_.absolute_tolerance;
      if (!(scale > 0.0)) return false;
      weights[i] = 1.0 / scale;
    }
    return corrector_.norm(z) * std::numeric_limits<double>::epsilon() <= 1.0;
  }

  [[nodiscard]] bool slope(double t, const double* x, double* dx) {
    return coupled_(t, {x, size_}, {dx, size_}) && all_finite({dx, size_});
  }

  [[nodiscard]] bool start(double goal) {
    if (!set_weights() || !slope(t_, z_.column(0), z_.column(1))) return false;
    const auto norm = [&](const double* x) { return corrector_.norm(x); };
    const auto slope_at = [&](double t, const double* x, double* dx) { return slope(t, x, dx); };
    const MultistepStart at{
        t_, goal, {z_.column(0), size_}, {z_.column(1), size_}, corrector_.weights()};
    history_.step = next_step_ = multistep_first_step(at, slope_at, norm);
    for (std::size_t i = 0; i < size_; ++i) z_.column(1)[i] *= history_.step;
    return history_.step > 0.0;
  }

  [[nodiscard]] bool step() {
    if (count_ > 0 && next_step_ != history_.step) change_step();
    Failures states;
    Failures sensitivities;
    MultistepBefore before = MultistepBefore::kNothing;
    start_ = t_;
    while (true) {
      predict();
      double error = 0.0;
      Attempt attempt = attempt_states(states, before, error);
      if (attempt == Attempt::kPassed && has_columns_) {
        states = {};
        attempt = attempt_sensitivities(sensitivities, before, error);
      }
      if (attempt == Attempt::kFailed) return false;
      if (attempt == Attempt::kPassed) return complete(error);
    }
  }

  void predict() {
    t_ += history_.step;
    z_.predict(history_.order);
    coefficients_ = multistep_coefficients(formula_, history_, wait_ == 1);
    const double inverse = 1.0 / coefficients_.corrector[1];
    predicted_ = {.t = t_,
                  .gamma = history_.step * inverse,
                  .predicted = z_.column(0),
                  .derivative = z_.column(1),
                  .derivative_factor = inverse,
                  .adapts_change = formula_ == Formula::kBackward,
                  .tolerance = kIterationShare / coefficients_.error,
                  .count = count_};
  }

  [[nodiscard]] Attempt attempt_states(Failures& failures, MultistepBefore& before, double& error) {
    if (!corrector_.correct_states(predicted_, before)) return diverged(failures, before);
    error = coefficients_.error * corrector_.norm_of_states();
    return error <= 1.0 ? Attempt::kPassed : erred(error, failures, before);
  }

  [[nodiscard]] Attempt attempt_sensitivities(Failures& failures, MultistepBefore& before,
                                              double& error) {
    if (!corrector_.correct_sensitivities(predicted_)) return diverged(failures, before);
    const double own = coefficients_.error * corrector_.norm_of_sensitivities();
    error = std::max(error, own);
    return own <= 1.0 ? Attempt::kPassed : erred(own, failures, before);
  }

  void take_back() {
    z_.take_back(history_.order);
    t_ = start_;
  }

  [[nodiscard]] Attempt diverged(Failures& failures, MultistepBefore& before) {
    take_back();
    growth_ = 1.0;
    if (++failures.divergences == kMaxDivergences) return Attempt::kFailed;
    before = MultistepBefore::kDivergence;
    rescale(kAfterDivergence);
    return history_.step > 0.0 ? Attempt::kAgain : Attempt::kFailed;
  }

  [[nodiscard]] Attempt erred(double error, Failures& failures, MultistepBefore& before) {
    take_back();
    before = MultistepBefore::kError;
    if (++failures.errors == kMaxErrors) return Attempt::kFailed;
    growth_ = 1.0;
    if (failures.errors <= kErrorsAtOrder) {
      double ratio = std::max(kLeast, ratio_for(6.0 * error, history_.order + 1));
      if (failures.errors >= 2) ratio = std::min(ratio, kAfterErrors);
      rescale(ratio);
    } else if (history_.order > 1) {
      lower_order();
      wait_ = history_.order + 1;
      rescale(kLeast);
    } else if (!restart()) {
      return Attempt::kFailed;
    }
    return history_.step > 0.0 ? Attempt::kAgain : Attempt::kFailed;
  }

  // Order 1 with a slope at the last point, when nothing else helped.
  [[nodiscard]] bool restart() {
    history_.step *= kLeast;
    next_step_ = history_.step;
    wait_ = kLongWait;
    if (!slope(t_, z_.column(0), work_.data())) return false;
    for (std::size_t i = 0; i < size_; ++i) z_.column(1)[i] = history_.step * work_[i];
    return true;
  }

  void rescale(double ratio) {
    z_.rescale(history_.order, ratio);
    history_.step *= ratio;
    next_step_ = history_.step;
  }

  void lower_order() {
    if (history_.order > 2) z_.decrease(history_.order, multistep_decrease(formula_, history_));
    --history_.order;
  }

  // The step, and perhaps the order, that the last step has chosen.
  void change_step() {
    if (next_order_ > history_.order) {
      z_.increase(history_.order, multistep_increase(formula_, history_));
      ++history_.order;
      wait_ = history_.order + 1;
    } else if (next_order_ < history_.order) {
      lower_order();
      wait_ = history_.order + 1;
    }
    rescale(ratio_);
  }

  [[nodiscard]] bool complete(double error) {
    ++count_;
    auto& past = history_.past;
    for (std::size_t i = history_.order; i >= 2; --i) past[i] = past[i - 1];
    if (history_.order == 1 && count_ > 1) past[2] = past[1];
    past[1] = history_.step;
    z_.correct(history_.order, coefficients_.corrector, corrector_.correction());
    if (--wait_ == 1 && history_.order < max_order(formula_)) {
      z_.keep(corrector_.correction());
      kept_derivative_ = coefficients_.derivative;
    }
    choose_next(error);
    growth_ = kGrowth;
    return true;
  }

  void choose_next(double error) {
    next_order_ = history_.order;
    ratio_ = 1.0;
    next_step_ = history_.step;
    if (growth_ == 1.0) {
      wait_ = std::max<std::size_t>(wait_, 2);
      return;
    }
    double ratio = ratio_for(6.0 * error, history_.order + 1);
    if (wait_ == 0) {
      wait_ = 2;
      ratio = choose_order(ratio);
    }
    if (ratio < kWorthwhile) {
      next_order_ = history_.order;
      return;
    }
    ratio_ = std::min(ratio, growth_);
    next_step_ = history_.step * ratio_;
  }

  // The order that allows the longest step; the same one, or the lower, if there is a choice.
  [[nodiscard]] double choose_order(double ratio) {
    const double below = ratio_below();
    const double above = ratio_above();
    const double best = std::max({ratio, below, above});
    if (best == ratio) return best;
    next_order_ = best == below ? history_.order - 1 : history_.order + 1;
    if (next_order_ > history_.order && best >= kWorthwhile) z_.keep(corrector_.correction());
    return best;
  }

  [[nodiscard]] double ratio_below() const {
    if (history_.order == 1) return 0.0;
    const double norm = corrector_.norm(z_.column(history_.order));
    return ratio_for(6.0 * coefficients_.error_below * norm, history_.order);
  }

  [[nodiscard]] double ratio_above() {
    if (history_.order == max_order(formula_) || kept_derivative_ == 0.0) return 0.0;
    const double steps = history_.step / history_.past[2];
    const double quotient = coefficients_.derivative / kept_derivative_ *
                            std::pow(steps, static_cast<double>(history_.order + 1));
    for (std::size_t i = 0; i < size_; ++i) {
      work_[i] = corrector_.correction()[i] - quotient * z_.kept()[i];
    }
    const double norm = corrector_.norm(work_.data());
    return ratio_for(10.0 * coefficients_.error_above * norm, history_.order + 2);
  }

  Formula formula_;
  CoupledSystem coupled_;
  OdeSettings settings_;
  std::size_t size_;
  bool has_columns_;
  double t_;
  double start_ = 0.0;  // of this step
  Nordsieck z_;
  MultistepCorrector corrector_;
  MultistepHistory history_;
  MultistepCoefficients coefficients_;
  MultistepStep predicted_;
  std::size_t count_ = 0;  // of steps
  std::size_t wait_ = 2;   // steps until an order is chosen
  std::size_t next_order_ = 1;
  double next_step_ = 0.0;
  double ratio_ = 1.0;            // of the next step to this one
  double growth_ = kFirstGrowth;  // the most that a step may grow; 1 after a failure
  double kept_derivative_ = 0.0;  // of the correction that is kept
  std::vector<double> work_;
  std::vector<double> out_;
};

}  // namespace

bool solve_multistep(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings,
                     const OdeSink& sink) {
  Multistep run(system, problem, settings);
  return go_through(run, problem, sink);
}

}  // namespace autumn::solve
