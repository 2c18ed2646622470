// This file takes Newton steps, halved until they help, until they change nothing any more.
#include "approximate/newton.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "approximate/hessian.h"

namespace autumn::approximate {
namespace {

constexpr double kNoImprovement = 1e-8;
constexpr int kMostStepHalvings = 100;

struct NewtonDirection {
  VectorXd step;
  double escape = 0.0;
};

// Towards the mode: where the objective curves downwards, as far as if it curved upwards.
NewtonDirection newton_direction(const MatrixXd& hessian, const VectorXd& gradient) {
  if (gradient.size() == 0) return {gradient};
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(hessian);
  const VectorXd sizes = eigen.eigenvalues().cwiseAbs();
  const double least = sizes.maxCoeff() * 1e-14;
  VectorXd shares = eigen.eigenvectors().transpose() * gradient;
  NewtonDirection direction;
  for (Index i = 0; i < shares.size(); ++i) {
    const double size = std::max(sizes[i], least);
    const double whole = shares[i];
    shares[i] = size > 0.0 ? whole / size : whole;
    if (eigen.eigenvalues()[i] < -least) direction.escape += whole * shares[i];
  }
  direction.step = -(eigen.eigenvectors() * shares);
  return direction;
}

Iteration newton_iteration(Objective& objective, Place& place, std::size_t number) {
  Iteration iteration{.number = number, .alpha0 = 1.0};
  const Place before = place;
  if (std::optional<NewtonStep> step = newton_step(objective, place)) {
    place = std::move(step->place);
    iteration.alpha = step->alpha;
  }
  iteration.log_density = -place.value;
  iteration.improvement = before.value - place.value;
  iteration.step_norm = (place.x - before.x).norm();
  iteration.gradient_norm = place.gradient.norm();
  iteration.evaluations = objective.evaluations();
  return iteration;
}

}  // namespace

std::optional<NewtonStep> newton_step(Objective& objective, const Place& from) {
  const std::optional<MatrixXd> hessian = hessian_at(objective, from.x);
  const NewtonDirection direction =
      hessian ? newton_direction(*hessian, from.gradient) : NewtonDirection{-from.gradient};
  NewtonStep step;
  step.decrement = -direction.step.dot(from.gradient);
  step.escape = direction.escape;
  for (int k = 0; k < kMostStepHalvings; ++k, step.alpha *= 0.5) {
    step.place.x = from.x + step.alpha * direction.step;
    if (objective.evaluate(step.place) && step.place.value <= from.value) return step;
  }
  return std::nullopt;
}

Optimum newton(LogDensity& density, std::span<const double> start, const OptimizeSettings& settings,
               const OptimizeObserver& observer) {
  Objective objective(density);
  Place place{.x = as_vector(start)};
  Optimum optimum{.ending = Ending::kRejectedStart,
                  .point = {start.begin(), start.end()},
                  .log_density = 0.0,
                  .gradient = {}};
  const bool is_good = objective.evaluate(place);
  optimum.log_density = -place.value;
  if (!is_good) return optimum;
  if (observer.on_start) observer.on_start(-place.value, start);
  optimum.ending = Ending::kIterations;
  for (std::size_t k = 1; k <= settings.iter; ++k) {
    if (should_stop(observer.general)) {
      optimum.ending = Ending::kStopped;
      break;
    }
    Iteration iteration = newton_iteration(objective, place, k);
    optimum.iterations = k;
    const bool is_last = iteration.improvement <= kNoImprovement;
    if (is_last) optimum.ending = iteration.ending = Ending::kObjectiveChange;
    if (observer.on_iteration) observer.on_iteration(iteration, as_span(place.x));
    if (is_last) break;
  }
  optimum.point.assign(place.x.begin(), place.x.end());
  const VectorXd gradient = -place.gradient;
  optimum.gradient.assign(gradient.begin(), gradient.end());
  optimum.log_density = -place.value;
  optimum.evaluations = objective.evaluations();
  return optimum;
}

}  // namespace autumn::approximate
