// This file iterates: direction, step, update, and the question whether that was the last one.
#include "approximate/quasi_newton.h"

#include <algorithm>
#include <limits>

namespace autumn::approximate {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Tests on how little changed can hold by accident in one iteration.
bool needs_a_second(Ending ending) {
  return ending == Ending::kObjectiveChange || ending == Ending::kRelativeObjectiveChange ||
         ending == Ending::kParameterChange || ending == Ending::kRelativeGradient;
}

Update update_of(const OptimizeSettings& settings) {
  if (settings.algorithm == Algorithm::kBfgs) return Bfgs{};
  return Lbfgs{settings.history_size};
}

}  // namespace

QuasiNewton::QuasiNewton(LogDensity& density, const OptimizeSettings& settings)
    : objective_(density), settings_(settings), update_(update_of(settings)) {}

bool QuasiNewton::start(std::span<const double> x) {
  place_.x = as_vector(x);
  if (!objective_.evaluate(place_)) return false;
  direction_ = -place_.gradient;
  return true;
}

void QuasiNewton::reset() {
  std::visit([](auto& update) { update.reset(); }, update_);
  direction_ = -place_.gradient;
  is_fresh_ = true;
}

// A direction that has failed is given up for that of the gradient.
std::optional<Step> QuasiNewton::take_step(Iteration& iteration) {
  while (true) {
    iteration.alpha0 = is_fresh_ ? settings_.init_alpha : 1.0;
    std::optional<Step> step = search_line(objective_, place_, direction_, iteration.alpha0);
    if (step || is_fresh_) return step;
    reset();
    iteration.note = "LS failed, Hessian reset";
  }
}

void QuasiNewton::learn(const Place& before) {
  const Change change{place_.x - before.x, place_.gradient - before.gradient};
  const double product = change.step.dot(change.gradient);
  if (product > kEpsilon * change.step.norm() * change.gradient.norm()) {
    std::visit([&](auto& update) { update.update(change); }, update_);
    is_fresh_ = false;
  }
  direction_ = std::visit([&](auto& update) { return update.direction(place_.gradient); }, update_);
  const double slope = direction_.dot(place_.gradient);
  if (!(slope < 0.0) && place_.gradient.squaredNorm() > 0.0) reset();
}

Ending QuasiNewton::ending_of(const Place& before, const Iteration& iteration) const {
  const double change = std::fabs(before.value - place_.value);
  const double scale = std::max({std::fabs(before.value), std::fabs(place_.value), 1.0});
  const double decrease = -direction_.dot(place_.gradient) / std::max(std::fabs(place_.value), 1.0);
  if (change < settings_.tol_obj) return Ending::kObjectiveChange;
  if (iteration.gradient_norm < settings_.tol_grad) return Ending::kGradient;
  // Steps that are small although much is to be gained are those of a density without a bound.
  constexpr double kMuchToGain = 1e-5;
  if (iteration.step_norm < settings_.tol_param) {
    return decrease > kMuchToGain ? Ending::kLineSearchFailed : Ending::kParameterChange;
  }
  if (number_ >= settings_.iter) return Ending::kIterations;
  if (change / scale < settings_.tol_rel_obj * kEpsilon) return Ending::kRelativeObjectiveChange;
  if (decrease < settings_.tol_rel_grad * kEpsilon) return Ending::kRelativeGradient;
  return Ending::kDone;
}

Iteration QuasiNewton::iterate() {
  Iteration iteration{.number = ++number_};
  std::optional<Step> step = take_step(iteration);
  const Place before = place_;
  if (step) {
    place_ = std::move(step->place);
    iteration.alpha = step->alpha;
    learn(before);
  }
  iteration.step_norm = (place_.x - before.x).norm();
  iteration.gradient_norm = place_.gradient.norm();
  iteration.log_density = -place_.value;
  iteration.improvement = before.value - place_.value;
  iteration.evaluations = objective_.evaluations();
  if (!step) {
    // Where nothing was to be gained in the iteration before, there is no failure.
    iteration.ending = expected_ != Ending::kDone ? expected_ : Ending::kLineSearchFailed;
    return iteration;
  }
  const Ending found = ending_of(before, iteration);
  const bool is_last = number_ >= settings_.iter || expected_ != Ending::kDone;
  iteration.ending = needs_a_second(found) && !is_last ? Ending::kDone : found;
  expected_ = found;
  return iteration;
}

}  // namespace autumn::approximate
