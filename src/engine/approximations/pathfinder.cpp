// This file runs paths on threads, each with a density and random numbers of its own.
#include "engine/approximations/pathfinder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "base/threads.h"
#include "engine/reporting_density.h"

namespace autumn::engine {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

MethodKey key_of_path(const PathfinderOptions& options, std::size_t path) {
  return {options.key.seed, options.key.chain + static_cast<std::uint32_t>(path)};
}

// One thread at a time may speak.
approximate::Observer in_turn(const approximate::Observer& observer, std::mutex& mutex) {
  approximate::Observer guarded = observer;
  guarded.info = [&observer, &mutex](std::string_view line) {
    const std::lock_guard lock(mutex);
    tell(observer, line);
  };
  guarded.error = [&observer, &mutex](std::string_view line) {
    const std::lock_guard lock(mutex);
    complain(observer, line);
  };
  return guarded;
}

struct Paths {
  const Prepared& prepared;
  const PathfinderOptions& options;
  const approximate::PathfinderSettings& settings;
  approximate::Observer observer;
  std::vector<approximate::Path> found;
  std::vector<std::optional<Error>> errors;
  std::atomic<std::size_t> next{0};
};

void follow(Paths& paths, std::size_t path) {
  ReportingDensity density(paths.prepared);
  const std::vector<StartOptions>& starts = paths.options.starts;
  const StartOptions& start = starts[path < starts.size() ? path : 0];
  const MethodKey key = key_of_path(paths.options, path);
  const auto point = find_start(paths.prepared, density, start, key);
  if (!point) {
    paths.errors[path] = density.fatal_error() ? *density.fatal_error() : point.error();
    paths.found[path].ending = approximate::Ending::kRejectedStart;
    return;
  }
  Random random = method_random(key);
  paths.found[path] = approximate::find_path(density, point.value(), paths.settings, key.chain + 1,
                                             random, paths.observer);
}

void follow_all(Paths& paths) {
  const auto work = [&paths] {
    for (std::size_t k = paths.next++; k < paths.found.size(); k = paths.next++) follow(paths, k);
  };
  const std::size_t most = paths.options.threads > 0
                               ? paths.options.threads
                               : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t useful = std::clamp<std::size_t>(paths.found.size(), 1, most);
  share_work(useful - 1, work);
}

std::optional<Error> error_of_all(const std::vector<std::optional<Error>>& errors) {
  for (const std::optional<Error>& error : errors) {
    if (!error) return std::nullopt;
  }
  return errors.front();
}

void append_draw(PointTable& points, const PathfinderOptions& options,
                 std::span<const approximate::Path> paths, const approximate::PathDraw& at) {
  const approximate::Path& path = paths[at.path];
  const double name = key_of_path(options, at.path).chain + 1.0;
  points.append(std::array{path.lp_approx[at.draw], path.lp[at.draw], name},
                path.draws.at(at.draw));
}

// In the lines that CmdStan has for this.
void report_paths(const PathfinderRun& run, const approximate::PathfinderSettings& settings,
                  const approximate::Observer& observer) {
  std::size_t evaluations = 0;
  std::size_t good = 0;
  for (std::size_t k = 0; k < run.paths.size(); ++k) {
    const bool has_failed = is_error(run.paths[k].ending);
    if (has_failed) complain(observer, fmt::format("Pathfinder iteration: {} failed.", k));
    evaluations += run.paths[k].evaluations;
    good += has_failed ? 0 : 1;
  }
  if (good == 0) return tell(observer, "No pathfinders ran successfully");
  if (settings.refresh == 0 || run.paths.size() < 2) return;
  tell(observer, fmt::format("Total log probability function evaluations:{}", evaluations));
}

std::vector<std::string> method_columns() {
  return {"lp_approx__", "lp__", "path__"};
}

}  // namespace

Result<PathfinderRun> run_pathfinder(const Prepared& prepared, const PathfinderOptions& options,
                                     const approximate::PathfinderSettings& settings,
                                     const approximate::Observer& observer) {
  AUTUMN_CHECK(!options.starts.empty(), "a path has a start");
  const auto start = Clock::now();
  std::mutex mutex;
  Paths paths{prepared, options, settings, in_turn(observer, mutex), {}, {}};
  paths.found.resize(settings.num_paths);
  paths.errors.resize(settings.num_paths);
  follow_all(paths);
  if (const auto error = error_of_all(paths.errors)) return *error;
  PathfinderRun run;
  run.paths = std::move(paths.found);
  run.seconds_paths = seconds_since(start);
  report_paths(run, settings, observer);
  const auto middle = Clock::now();
  // Numbers of their own, after those of the paths.
  Random random = method_random(key_of_path(options, settings.num_paths));
  run.choice = approximate::combine_paths(run.paths, settings, random, observer);
  PointTable points(prepared, options.key, method_columns());
  for (const approximate::PathDraw& at : run.choice.draws) {
    append_draw(points, options, run.paths, at);
  }
  run.table = {points.take(), points.errors()};
  run.seconds_resampling = seconds_since(middle);
  return run;
}

MethodTable path_table(const Prepared& prepared, const PathfinderOptions& options,
                       const PathfinderRun& run, std::size_t path) {
  PointTable points(prepared, key_of_path(options, path), method_columns());
  for (std::size_t k = 0; k < run.paths[path].draws.count; ++k) {
    append_draw(points, options, run.paths, {path, k});
  }
  return {points.take(), points.errors()};
}

}  // namespace autumn::engine
