// The subcommand `autumn laplace` draws from the normal approximation at a mode.
#include <fmt/format.h>

#include <cstdio>

#include "cli/method.h"
#include "engine/interrupt.h"
#include "engine/point.h"
#include "output/files/draw_file.h"

namespace autumn::cli {
namespace {

// The last row of a file of `autumn optimize`, or the values of a JSON file.
Result<std::vector<double>> mode_from_file(const engine::Prepared& prepared,
                                           const std::string& path) {
  if (!path.ends_with(".csv")) {
    auto point = engine::read_point(prepared, path);
    if (!point) return point.error();
    return std::move(point).value().unconstrained;
  }
  const auto file = output::read_draws(path);
  if (!file) return file.error();
  const DrawTable& rows = file.value().content.draws;
  if (rows.rows() == 0) {
    return Error{fmt::format("`{}` has no rows", path), "the mode is the last row", {}};
  }
  const auto values = engine::values_of_row(prepared, rows.names(), rows.row(rows.rows() - 1));
  if (!values) {
    Error error = values.error();
    error.message = fmt::format("`{}`: {}", path, error.message);
    return error;
  }
  return engine::initial_point(prepared, values.value());
}

Status check_complete(std::span<const double> mode, const std::string& path) {
  for (const double x : mode) {
    if (std::isfinite(x)) continue;
    return Error{
        fmt::format("`{}` does not have a value inside its bounds for every parameter", path),
        "",
        {}};
  }
  return Done{};
}

Result<std::vector<double>> find_mode(const LaplaceOptions& options,
                                      const engine::Prepared& prepared, std::uint64_t seed,
                                      const approximate::Observer& observer) {
  if (!options.mode.empty()) {
    auto mode = mode_from_file(prepared, options.mode);
    if (!mode) return mode;
    if (const Status status = check_complete(mode.value(), options.mode); !status) {
      return status.error();
    }
    return mode;
  }
  auto start = start_of(options.method, prepared);
  if (!start) return start.error();
  approximate::OptimizeObserver quiet;
  quiet.general.stop = observer.stop;
  auto run =
      engine::run_optimize(prepared, {.start = std::move(start).value(), .key = {.seed = seed}}, {},
                           engine::SavedIterations::kLast, quiet);
  if (!run) return run.error();
  const approximate::Optimum& optimum = run.value().optimum;
  if (is_error(optimum.ending)) {
    return Error{fmt::format("no mode was found: {}", reason(optimum.ending)),
                 "`autumn optimize` shows the search; give a mode with --mode",
                 {}};
  }
  return optimum.point;
}

std::vector<HeadLine> laplace_lines(const LaplaceOptions& options) {
  const bool is_included = options.jacobian == density::Jacobian::kIncluded;
  return {{2, "mode", options.mode.empty() ? "found" : options.mode},
          {2, "jacobian", is_included ? "true" : "false"},
          {2, "draws", fmt::format("{}", options.settings.draws)},
          {2, "calculate_lp", "true"}};
}

}  // namespace

int run_laplace(const LaplaceOptions& options) {
  if (const Status status = check_output(options.method, options.mode); !status) {
    return fail(status.error());
  }
  const std::uint64_t seed = seed_of(options.method);
  const auto loaded = load(options.method.program, seed);
  if (!loaded) return 1;
  const engine::Prepared prepared = engine::prepare_joint(loaded->traced, options.jacobian);
  const engine::InterruptGuard interrupt;
  const approximate::Observer observer = observer_of(options.method, interrupt.flag());
  const auto mode = find_mode(options, prepared, seed, observer);
  if (!mode) return fail(engine::render(loaded->program, mode.error()));
  approximate::LaplaceSettings settings = options.settings;
  settings.refresh = 0;
  const engine::LaplaceRun run =
      engine::run_laplace(prepared, mode.value(), {.seed = seed}, settings, observer);
  if (run.laplace.ending == approximate::Ending::kStopped) return interrupted_code();
  if (is_error(run.laplace.ending)) {
    return fail(
        Error{fmt::format("there is no normal approximation: {}", reason(run.laplace.ending)),
              "there may be directions in which the density does not fall",
              {}});
  }
  const MethodFile file{.method = "laplace", .lines = laplace_lines(options), .seed = seed};
  if (const Status status = write_rows(options.method, file, run.table.rows); !status) {
    return fail(status.error());
  }
  if (!options.method.quiet) {
    const auto text = draws_text(run.table.rows, 0);
    if (!text) return fail(text.error());
    std::printf("log density at the mode: %.6g\n%s", run.laplace.log_density, text.value().c_str());
  }
  print_rest(options.method, *loaded, run.table);
  return 0;
}

}  // namespace autumn::cli
