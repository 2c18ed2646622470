// Pathfinder on prepared programs: paths on threads, then one sample of their draws.
#pragma once

#include <vector>

#include "engine/approximations/methods.h"

namespace autumn::engine {

struct PathfinderOptions {
  // One per path, or one for all; with random numbers each path begins elsewhere.
  std::vector<StartOptions> starts = {{}};
  MethodKey key = {};         // of the first path; the next have the numbers after it
  std::uint32_t threads = 0;  // 0: as many as the machine has
};

struct PathfinderRun {
  std::vector<approximate::Path> paths;
  approximate::PathChoice choice;
  MethodTable table;  // lp_approx__, lp__, path__, then the model
  double seconds_paths = 0.0;
  double seconds_resampling = 0.0;
};

// The same for any number of threads. An error if no path has a start; other failures are in the
// paths. Lines of the paths come to the observer whole, in the order in which they are made.
[[nodiscard]] Result<PathfinderRun> run_pathfinder(const Prepared& prepared,
                                                   const PathfinderOptions& options,
                                                   const approximate::PathfinderSettings& settings,
                                                   const approximate::Observer& observer = {});

// The draws of one path alone, with the columns of the whole.
[[nodiscard]] MethodTable path_table(const Prepared& prepared, const PathfinderOptions& options,
                                     const PathfinderRun& run, std::size_t path);

}  // namespace autumn::engine
