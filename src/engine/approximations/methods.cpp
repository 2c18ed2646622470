// This file runs the methods that have one start.
#include "engine/approximations/methods.h"

#include <array>

#include "engine/reporting_density.h"

namespace autumn::engine {
namespace {

MethodTable table_of(PointTable& points) {
  return {points.take(), points.errors()};
}

// The observer, with a row for every point that an optimizer stands at.
approximate::OptimizeObserver recording(const approximate::OptimizeObserver& observer,
                                        PointTable& points) {
  approximate::OptimizeObserver both = observer;
  both.on_start = [&observer, &points](double log_density, std::span<const double> point) {
    points.append(std::array{log_density}, point);
    if (observer.on_start) observer.on_start(log_density, point);
  };
  both.on_iteration = [&observer, &points](const approximate::Iteration& iteration,
                                           std::span<const double> point) {
    points.append(std::array{iteration.log_density}, point);
    if (observer.on_iteration) observer.on_iteration(iteration, point);
  };
  return both;
}

}  // namespace

Result<OptimizeRun> run_optimize(const Prepared& prepared, const MethodOptions& options,
                                 const approximate::OptimizeSettings& settings,
                                 SavedIterations saved,
                                 const approximate::OptimizeObserver& observer) {
  ReportingDensity density(prepared);
  const auto start = find_start(prepared, density, options.start, options.key);
  if (density.fatal_error()) return *density.fatal_error();
  if (!start) return start.error();
  PointTable points(prepared, options.key, {"lp__"});
  OptimizeRun run;
  if (saved == SavedIterations::kAll) {
    run.optimum =
        approximate::optimize(density, start.value(), settings, recording(observer, points));
  } else {
    run.optimum = approximate::optimize(density, start.value(), settings, observer);
    points.append(std::array{run.optimum.log_density}, run.optimum.point);
  }
  if (density.fatal_error()) return *density.fatal_error();
  run.table = table_of(points);
  return run;
}

LaplaceRun run_laplace(const Prepared& prepared, std::span<const double> mode, const MethodKey& key,
                       const approximate::LaplaceSettings& settings,
                       const approximate::Observer& observer) {
  ReportingDensity density(prepared);
  Random random = method_random(key);
  LaplaceRun run;
  run.laplace = approximate::laplace(density, mode, settings, random, observer);
  PointTable points(prepared, key, {"log_p__", "log_q__"});
  for (std::size_t k = 0; k < run.laplace.draws.count; ++k) {
    points.append(std::array{run.laplace.log_p[k], run.laplace.log_q[k]}, run.laplace.draws.at(k));
  }
  run.table = table_of(points);
  return run;
}

Result<VariationalRun> run_variational(const Prepared& prepared, const MethodOptions& options,
                                       const approximate::VariationalSettings& settings,
                                       const approximate::Observer& observer) {
  ReportingDensity density(prepared);
  const auto start = find_start(prepared, density, options.start, options.key);
  if (density.fatal_error()) return *density.fatal_error();
  if (!start) return start.error();
  Random random = method_random(options.key);
  VariationalRun run;
  run.variational = approximate::variational(density, start.value(), settings, random, observer);
  PointTable points(prepared, options.key, {"lp__", "log_p__", "log_g__"});
  const approximate::Variational& found = run.variational;
  if (!is_error(found.ending)) points.append(std::array{0.0, 0.0, 0.0}, found.mean);
  for (std::size_t k = 0; k < found.draws.count; ++k) {
    points.append(std::array{0.0, found.log_p[k], found.log_g[k]}, found.draws.at(k));
  }
  run.table = table_of(points);
  return run;
}

}  // namespace autumn::engine
