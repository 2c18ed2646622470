// This file makes one sample of the draws of several paths.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "approximate/pathfinder.h"
#include "approximate/psis.h"

namespace autumn::approximate {
namespace {

constexpr double kWorstShape = 0.7;

std::vector<PathDraw> all_draws(std::span<const Path> paths) {
  std::vector<PathDraw> draws;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    for (std::size_t k = 0; k < paths[p].draws.count; ++k) draws.push_back({p, k});
  }
  return draws;
}

std::vector<double> cumulative(std::span<const double> log_weights) {
  std::vector<double> sums;
  double sum = 0.0;
  for (const double weight : log_weights) sums.push_back(sum += std::exp(weight));
  return sums;
}

void warn_of_shape(double shape, const Observer& observer) {
  if (!(shape > kWorstShape)) return;
  tell(observer,
       fmt::format("Pareto k value ({:.2g}) is greater than 0.7. The draws of the paths are far "
                   "from the posterior, and resampling cannot mend that.",
                   shape));
}

Status at_least_one(std::size_t count, const char* name) {
  if (count > 0) return Done{};
  return Error{fmt::format("{} must be at least 1, got 0", name), "", {}};
}

}  // namespace

Status check(const PathfinderSettings& settings) {
  for (const Status& status : {check(settings.lbfgs), at_least_one(settings.num_draws, "num_draws"),
                               at_least_one(settings.num_elbo_draws, "num_elbo_draws"),
                               at_least_one(settings.num_paths, "num_paths"),
                               at_least_one(settings.num_psis_draws, "num_psis_draws")}) {
    if (!status) return status;
  }
  return Done{};
}

PathChoice combine_paths(std::span<const Path> paths, const PathfinderSettings& settings,
                         Random& random, const Observer& observer) {
  PathChoice choice{all_draws(paths), std::numeric_limits<double>::quiet_NaN()};
  const bool is_resampled =
      settings.psis_resample && settings.calculate_lp && paths.size() > 1 && !choice.draws.empty();
  if (!is_resampled) return choice;
  std::vector<double> ratios;
  for (const PathDraw& at : choice.draws) {
    ratios.push_back(paths[at.path].lp[at.draw] - paths[at.path].lp_approx[at.draw]);
  }
  const ParetoWeights weights = pareto_weights(ratios);
  warn_of_shape(weights.shape, observer);
  const std::vector<double> sums = cumulative(weights.log_weights);
  PathChoice resampled{{}, weights.shape};
  for (std::size_t k = 0; k < settings.num_psis_draws; ++k) {
    const auto found = std::ranges::upper_bound(sums, random.uniform() * sums.back());
    const auto at = static_cast<std::size_t>(found - sums.begin());
    resampled.draws.push_back(choice.draws[std::min(at, sums.size() - 1)]);
  }
  return resampled;
}

}  // namespace autumn::approximate
