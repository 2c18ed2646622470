// This file iterates: direction, step, update, and the question whether that was the last one.
#include "approximate/quasi_newton.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "approximate/newton.h"

namespace autumn::approximate {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// An ending is looked at again so often, by Newton's method up to so many dimensions, and the
// search goes on if that gains this share of the value.
constexpr std::size_t kMostConfirmations = 30;
constexpr Index kFewDimensions = 200;
constexpr double kWorthwhile = 1e-9;
// A saddle is where this share of what Newton's method would gain is gained by leaving it.
constexpr double kSaddle = 1e-3;

// Tests on how little changed can hold by accident in one iteration.
bool needs_a_second(Ending ending) {
  return ending == Ending::kObjectiveChange || ending == Ending::kRelativeObjectiveChange ||
         ending == Ending::kParameterChange || ending == Ending::kRelativeGradient;
}

// What is small enough for the tests of convergence is not worth to go on for.
double worthwhile(const OptimizeSettings& settings, double value) {
  const double share =
      std::max({kWorthwhile, settings.tol_rel_obj * kEpsilon, settings.tol_rel_grad * kEpsilon});
  return std::max(settings.tol_obj, share * std::max(1.0, std::fabs(value)));
}

// Steps that are small although it is steep are those towards a density without a bound; so are
// those along a ray on which it grows for ever (in the logarithm of a scale, as -log(scale) does).
bool is_steep(const Place& place) {
  constexpr double kHigh = 1e8, kShare = 0.01;
  const double height = std::fabs(place.value);
  const bool grows_for_ever =
      height > kHigh && std::fabs(place.gradient.dot(place.x)) > kShare * height;
  return grows_for_ever || place.gradient.norm() > std::max(height, 1.0);
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
  confirmed_ = place_.value;
  return true;
}

void QuasiNewton::reset() {
  std::visit([](auto& update) { update.reset(); }, update_);
  direction_ = -place_.gradient;
  is_fresh_ = true;
}

// A gradient is no measure of distance: a first step along it that is not longer than the place is
// far from zero.
double QuasiNewton::short_step() const {
  return std::max(1.0, place_.x.norm()) / place_.gradient.stableNorm();
}

std::optional<Step> QuasiNewton::try_step(Iteration& iteration, double alpha) {
  iteration.alpha0 = alpha;
  return search_line(objective_, place_, direction_, alpha);
}

// A direction that has failed is given up for that of the gradient.
std::optional<Step> QuasiNewton::take_step(Iteration& iteration) {
  if (!is_fresh_) {
    if (std::optional<Step> step = try_step(iteration, likely_)) return step;
    reset();
    iteration.note = "LS failed, Hessian reset";
  }
  if (std::optional<Step> step = try_step(iteration, settings_.init_alpha)) return step;
  if (short_step() >= settings_.init_alpha) return std::nullopt;
  return try_step(iteration, short_step());
}

void QuasiNewton::learn(const Place& before, double alpha) {
  const Change change{place_.x - before.x, place_.gradient - before.gradient};
  const double product = change.step.dot(change.gradient);
  KnownStep known{.alpha = alpha,
                  .slope_before = before.gradient.dot(direction_),
                  .slope_after = place_.gradient.dot(direction_),
                  .change = place_.value - before.value};
  if (product > kEpsilon * change.step.norm() * change.gradient.norm()) {
    // The first update sets the scale of directions, by which steps are measured from then on.
    const double scale = is_fresh_ ? change.gradient.squaredNorm() / product : 1.0;
    known.alpha *= scale;
    known.slope_before /= scale;
    known.slope_after /= scale;
    std::visit([&](auto& update) { update.update(change); }, update_);
    is_fresh_ = false;
  }
  const double likely = 1.01 * likely_step(known, 1.0);
  likely_ = likely > 0.0 ? std::min(1.0, likely) : 1.0;
  direction_ = std::visit([&](auto& update) { return update.direction(place_.gradient); }, update_);
  const double slope = direction_.dot(place_.gradient);
  if (!(slope < 0.0) && place_.gradient.squaredNorm() > 0.0) reset();
}

Ending QuasiNewton::ending_of(const Place& before, const Iteration& iteration) const {
  const double change = std::fabs(before.value - place_.value);
  const double scale = std::max({std::fabs(before.value), std::fabs(place_.value), 1.0});
  const double decrease = -direction_.dot(place_.gradient) / std::max(std::fabs(place_.value), 1.0);
  if (is_steep(place_) && change < settings_.tol_rel_obj * kEpsilon * scale) {
    return Ending::kLineSearchFailed;
  }
  if (change < settings_.tol_obj) return Ending::kObjectiveChange;
  if (iteration.gradient_norm < settings_.tol_grad) return Ending::kGradient;
  constexpr double kMuchToGain = 1e-5;
  if (iteration.step_norm < settings_.tol_param) {
    return decrease > kMuchToGain || is_steep(place_) ? Ending::kLineSearchFailed
                                                      : Ending::kParameterChange;
  }
  if (number_ >= settings_.iter) return Ending::kIterations;
  if (change / scale < settings_.tol_rel_obj * kEpsilon) return Ending::kRelativeObjectiveChange;
  if (decrease < settings_.tol_rel_grad * kEpsilon) return Ending::kRelativeGradient;
  return Ending::kDone;
}

void QuasiNewton::describe(Iteration& iteration, const Place& before) const {
  iteration.step_norm = (place_.x - before.x).norm();
  iteration.gradient_norm = place_.gradient.norm();
  iteration.log_density = -place_.value;
  iteration.improvement = before.value - place_.value;
  iteration.evaluations = objective_.evaluations();
}

Iteration QuasiNewton::iterate() {
  Iteration iteration{.number = ++number_};
  std::optional<Step> step = take_step(iteration);
  const Place before = place_;
  if (step) {
    place_ = std::move(step->place);
    iteration.alpha = step->alpha;
    learn(before, step->alpha);
  }
  describe(iteration, before);
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

bool QuasiNewton::goes_on(Iteration& iteration) {
  if (number_ >= settings_.iter || confirmations_ == kMostConfirmations) return false;
  // A gradient below its tolerance is what was asked for.
  if (iteration.ending == Ending::kGradient || place_.gradient.squaredNorm() == 0.0) return false;
  ++confirmations_;
  const bool is_small = place_.x.size() <= kFewDimensions;
  const bool goes_on = is_small ? goes_on_by_newton(iteration) : goes_on_afresh(iteration);
  if (goes_on) {
    iteration.ending = Ending::kDone;
    expected_ = Ending::kDone;
    reset();
  }
  return goes_on;
}

bool QuasiNewton::goes_on_by_newton(Iteration& iteration) {
  const std::optional<NewtonStep> step = newton_step(objective_, place_);
  iteration.evaluations = objective_.evaluations();
  if (!step) return false;
  const Place before = std::exchange(place_, step->place);
  describe(iteration, before);
  const double least = worthwhile(settings_, place_.value);
  // Near a saddle gains are small and grow: on a plateau where a scale is nearly 0, for one. Who
  // has asked for less than Stan's tolerances does not want to know.
  const bool is_saddle = step->escape > kSaddle * step->decrement && iteration.improvement > 0.0 &&
                         least <= worthwhile({}, place_.value);
  if (is_saddle || iteration.improvement > least) {
    iteration.note = "Newton step";
    return true;
  }
  // A line search that fails where nothing is left to be gained has not failed.
  const double scale = std::max(1.0, std::fabs(before.value));
  const bool is_top = step->decrement < settings_.tol_rel_grad * kEpsilon * scale;
  if (iteration.ending == Ending::kLineSearchFailed && is_top && !is_steep(place_)) {
    iteration.ending = Ending::kRelativeGradient;
  }
  return false;
}

bool QuasiNewton::goes_on_afresh(Iteration& iteration) {
  const double gained = confirmed_ - place_.value;
  confirmed_ = place_.value;
  if (!(gained > worthwhile(settings_, place_.value))) return false;
  iteration.note = "Hessian reset";
  return true;
}

}  // namespace autumn::approximate
