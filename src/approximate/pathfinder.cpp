// This file follows one path, and keeps the approximation with the best estimate of the ELBO.
#include "approximate/pathfinder.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "approximate/local_gaussian.h"
#include "approximate/log_value.h"
#include "approximate/quasi_newton.h"

namespace autumn::approximate {
namespace {

// Draws of one approximation, with both log densities.
struct Trial {
  UnconstrainedDraws draws;
  std::vector<double> lp_approx;
  std::vector<double> lp;
};

double elbo_of(const Trial& trial) {
  double sum = 0.0;
  for (std::size_t k = 0; k < trial.lp.size(); ++k) sum += trial.lp[k] - trial.lp_approx[k];
  const double mean = sum / static_cast<double>(trial.lp.size());
  return std::isnan(mean) ? -std::numeric_limits<double>::infinity() : mean;
}

class PathSearch {
 public:
  PathSearch(LogDensity& density, const PathfinderSettings& settings, std::uint32_t name,
             Random& random, const Observer& observer)
      : density_(density),
        settings_(settings),
        random_(random),
        observer_(observer),
        prefix_(fmt::format("Path [{}] :", name)),
        search_(density, settings.lbfgs) {}

  Path run(std::span<const double> start) {
    path_.draws.dimension = start.size();
    if (!search_.start(start)) return failed(Ending::kRejectedStart);
    if (settings_.refresh != 0) {
      tell(observer_,
           fmt::format("{}Initial log joint density = {:f}", prefix_, -search_.place().value));
    }
    alpha_ = VectorXd::Ones(static_cast<Index>(start.size()));
    Iteration iteration;
    while (iteration.ending == Ending::kDone) {
      if (should_stop(observer_)) return failed(Ending::kStopped);
      const Place before = search_.place();
      iteration = search_.iterate();
      if (iteration.ending == Ending::kLineSearchFailed) break;
      learn(before);
      const double elbo = look(iteration.number);
      report(iteration, elbo);
    }
    if (iteration.ending == Ending::kLineSearchFailed && iteration.number < 2) {
      complain(observer_,
               "Optimization terminated with error: " + std::string(reason(iteration.ending)) +
                   ", and the path has not begun");
      return failed(Ending::kLineSearchFailed);
    }
    return finished();
  }

 private:
  Path failed(Ending ending) {
    path_.ending = ending;
    path_.evaluations += search_.evaluations();
    if (ending != Ending::kStopped) {
      complain(observer_, fmt::format("{}Failure: {}", prefix_, reason(ending)));
    }
    return std::move(path_);
  }

  void learn(const Place& before) {
    const Place& now = search_.place();
    Change change{now.x - before.x, now.gradient - before.gradient};
    if (!has_curvature(change)) return;
    alpha_ = updated_diagonal(alpha_, change);
    if (changes_.size() == settings_.lbfgs.history_size) changes_.pop_front();
    changes_.push_back(std::move(change));
  }

  Trial draw_from(const LocalGaussian& gaussian, std::size_t count, bool calculate_lp) {
    Trial trial;
    trial.draws.dimension = path_.draws.dimension;
    VectorXd z(gaussian.centre.size());
    for (std::size_t k = 0; k < count; ++k) {
      for (double& number : z) number = random_.normal();
      const VectorXd x = point_of(gaussian, z);
      trial.draws.append(as_span(x));
      trial.lp_approx.push_back(log_density_of(gaussian, z));
      trial.lp.push_back(calculate_lp ? log_value(density_, x)
                                      : std::numeric_limits<double>::quiet_NaN());
    }
    if (calculate_lp) path_.evaluations += count;
    return trial;
  }

  // The ELBO of the approximation at the point where the path is now.
  double look(std::size_t iteration) {
    const auto gaussian = local_gaussian(search_.place(), alpha_, changes_);
    if (!gaussian) return std::numeric_limits<double>::quiet_NaN();
    Trial trial = draw_from(*gaussian, settings_.num_elbo_draws, true);
    const double elbo = elbo_of(trial);
    if (std::isfinite(elbo) && (!best_ || elbo > path_.elbo)) {
      best_ = *gaussian;
      best_trial_ = std::move(trial);
      path_.elbo = elbo;
      path_.best_iteration = iteration;
    }
    return elbo;
  }

  void report(const Iteration& it, double elbo) {
    const bool is_shown = settings_.refresh > 0 &&
                          (it.ending != Ending::kDone || !it.note.empty() ||
                           (it.number + 1) % static_cast<std::size_t>(settings_.refresh) == 0);
    if (!is_shown) return;
    tell(observer_, prefix_ +
                        " Iter      log prob        ||dx||      ||grad||     alpha      alpha0     "
                        " # evals       ELBO    Best ELBO        Notes ");
    tell(observer_,
         fmt::format("{:>15}{:>16.3e}{:>15.3e}{:>12.3e}{:>13.3e}{:>11.3e}{:>10}{:>11.3e}{:>11.3e}"
                     "{:>18}",
                     it.number, it.log_density, it.step_norm, it.gradient_norm, it.alpha, it.alpha0,
                     path_.evaluations + search_.evaluations(), elbo, path_.elbo, it.note));
  }

  void take(const Trial& trial, std::size_t most) {
    for (std::size_t k = 0; k < trial.draws.count && path_.draws.count < most; ++k) {
      path_.draws.append(trial.draws.at(k));
      path_.lp_approx.push_back(trial.lp_approx[k]);
      path_.lp.push_back(trial.lp[k]);
    }
  }

  Path finished() {
    if (!best_) return failed(Ending::kNoApproximation);
    take(best_trial_, settings_.num_draws);
    if (path_.draws.count < settings_.num_draws) {
      take(draw_from(*best_, settings_.num_draws - path_.draws.count, settings_.calculate_lp),
           settings_.num_draws);
    }
    path_.evaluations += search_.evaluations();
    if (settings_.refresh != 0) {
      tell(observer_, fmt::format("{}Best Iter: [{}] ELBO ({:f}) evaluations: ({})", prefix_,
                                  path_.best_iteration, path_.elbo, path_.evaluations));
    }
    return std::move(path_);
  }

  LogDensity& density_;
  const PathfinderSettings& settings_;
  Random& random_;
  const Observer& observer_;
  std::string prefix_;
  QuasiNewton search_;
  VectorXd alpha_;
  std::deque<Change> changes_;
  std::optional<LocalGaussian> best_;
  Trial best_trial_;
  Path path_;
};

}  // namespace

Path find_path(LogDensity& density, std::span<const double> start,
               const PathfinderSettings& settings, std::uint32_t name, Random& random,
               const Observer& observer) {
  return PathSearch(density, settings, name, random, observer).run(start);
}

}  // namespace autumn::approximate
