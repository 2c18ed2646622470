// Pathfinder draws from the best normal approximation along a path of L-BFGS; several paths are
// put together by importance resampling.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "approximate/draws.h"
#include "approximate/ending.h"
#include "approximate/observer.h"
#include "approximate/optimize.h"
#include "base/log_density.h"
#include "base/random.h"

namespace autumn::approximate {

// Names and defaults are CmdStan's; `lbfgs.iter` is its max_lbfgs_iters.
struct PathfinderSettings {
  OptimizeSettings lbfgs = {.iter = 1000};
  std::size_t num_draws = 1000;  // of each path
  std::size_t num_elbo_draws = 25;
  std::size_t num_paths = 4;
  std::size_t num_psis_draws = 1000;
  bool psis_resample = true;  // otherwise all draws of all paths are given
  bool calculate_lp = true;   // otherwise there is no log density, and no resampling
  int refresh = 100;
};

[[nodiscard]] Status check(const PathfinderSettings& settings);

// What one path has found.
struct Path {
  Ending ending = Ending::kDone;  // with an error there are no draws
  UnconstrainedDraws draws;
  std::vector<double> lp_approx;  // the log density of the approximation at each draw
  std::vector<double> lp;         // that of the model; NaN where it was not wanted
  double elbo = 0.0;
  std::size_t best_iteration = 0;
  std::size_t evaluations = 0;
};

// `name` is the number of the path in its messages.
[[nodiscard]] Path find_path(LogDensity& density, std::span<const double> start,
                             const PathfinderSettings& settings, std::uint32_t name, Random& random,
                             const Observer& observer = {});

// One of the draws of several paths.
struct PathDraw {
  std::size_t path = 0;
  std::size_t draw = 0;

  bool operator==(const PathDraw&) const = default;
};

struct PathChoice {
  std::vector<PathDraw> draws;
  double pareto_shape = 0.0;  // NaN where nothing was resampled
};

// The draws of several paths as one sample; failed paths have none. One path alone is not
// resampled, as in CmdStan.
[[nodiscard]] PathChoice combine_paths(std::span<const Path> paths,
                                       const PathfinderSettings& settings, Random& random,
                                       const Observer& observer = {});

}  // namespace autumn::approximate
