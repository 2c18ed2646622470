// This file runs an optimizer from its start to its ending.
#include "approximate/optimize.h"

#include <fmt/format.h>

#include "approximate/newton.h"
#include "approximate/quasi_newton.h"

namespace autumn::approximate {
namespace {

Status check_positive(double value, const char* name) {
  if (value > 0.0) return Done{};
  return Error{fmt::format("{} must be greater than 0, got {}", name, value), "", {}};
}

Status check_not_negative(double value, const char* name) {
  if (value >= 0.0) return Done{};
  return Error{fmt::format("{} must be 0 or greater, got {}", name, value), "", {}};
}

void fill(Optimum& optimum, const QuasiNewton& search) {
  const Place& place = search.place();
  optimum.point.assign(place.x.begin(), place.x.end());
  optimum.log_density = -place.value;
  const VectorXd gradient = -place.gradient;
  optimum.gradient.assign(gradient.begin(), gradient.end());
  optimum.evaluations = search.evaluations();
}

Ending run(QuasiNewton& search, Optimum& optimum, const OptimizeObserver& observer) {
  Ending ending = Ending::kDone;
  while (ending == Ending::kDone) {
    if (should_stop(observer.general)) return Ending::kStopped;
    Iteration iteration = search.iterate();
    if (iteration.ending != Ending::kDone) (void)search.goes_on(iteration);
    ending = iteration.ending;
    optimum.iterations = iteration.number;
    if (observer.on_iteration) observer.on_iteration(iteration, as_span(search.place().x));
  }
  return ending;
}

}  // namespace

Status check(const OptimizeSettings& settings) {
  for (const Status& status :
       {check_positive(settings.init_alpha, "init_alpha"),
        check_not_negative(settings.tol_obj, "tol_obj"),
        check_not_negative(settings.tol_rel_obj, "tol_rel_obj"),
        check_not_negative(settings.tol_grad, "tol_grad"),
        check_not_negative(settings.tol_rel_grad, "tol_rel_grad"),
        check_not_negative(settings.tol_param, "tol_param"),
        check_positive(static_cast<double>(settings.history_size), "history_size")}) {
    if (!status) return status;
  }
  return Done{};
}

Optimum optimize(LogDensity& density, std::span<const double> start,
                 const OptimizeSettings& settings, const OptimizeObserver& observer) {
  if (settings.algorithm == Algorithm::kNewton) return newton(density, start, settings, observer);
  QuasiNewton search(density, settings);
  Optimum optimum;
  const bool is_good = search.start(start);
  fill(optimum, search);
  if (!is_good) {
    optimum.ending = Ending::kRejectedStart;
    return optimum;
  }
  if (observer.on_start) observer.on_start(optimum.log_density, start);
  optimum.ending = run(search, optimum, observer);
  fill(optimum, search);
  return optimum;
}

}  // namespace autumn::approximate
