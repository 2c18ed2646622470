// The subcommand `autumn pathfinder` draws from normal approximations along paths to the mode.
#include "engine/approximations/pathfinder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/method.h"
#include "engine/interrupt.h"

namespace autumn::cli {
namespace {

std::vector<HeadLine> pathfinder_lines(const approximate::PathfinderSettings& s) {
  return {{2, "init_alpha", fmt::format("{}", s.lbfgs.init_alpha)},
          {2, "tol_obj", fmt::format("{}", s.lbfgs.tol_obj)},
          {2, "tol_rel_obj", fmt::format("{}", s.lbfgs.tol_rel_obj)},
          {2, "tol_grad", fmt::format("{}", s.lbfgs.tol_grad)},
          {2, "tol_rel_grad", fmt::format("{}", s.lbfgs.tol_rel_grad)},
          {2, "tol_param", fmt::format("{}", s.lbfgs.tol_param)},
          {2, "history_size", fmt::format("{}", s.lbfgs.history_size)},
          {2, "num_psis_draws", fmt::format("{}", s.num_psis_draws)},
          {2, "num_paths", fmt::format("{}", s.num_paths)},
          {2, "save_single_paths", "false"},
          {2, "psis_resample", s.psis_resample ? "true" : "false"},
          {2, "calculate_lp", s.calculate_lp ? "true" : "false"},
          {2, "max_lbfgs_iters", fmt::format("{}", s.lbfgs.iter)},
          {2, "num_draws", fmt::format("{}", s.num_draws)},
          {2, "num_elbo_draws", fmt::format("{}", s.num_elbo_draws)}};
}

std::string times_text(const engine::PathfinderRun& run) {
  return fmt::format(
      "# \n# Elapsed Time: {:.6g} seconds (Pathfinders)\n#               {:.6g} seconds (PSIS)\n"
      "#               {:.6g} seconds (Total)\n# \n",
      run.seconds_paths, run.seconds_resampling, run.seconds_paths + run.seconds_resampling);
}

void print_paths(const engine::PathfinderRun& run) {
  const auto has_draws = [](const approximate::Path& path) { return path.draws.count > 0; };
  const auto good = std::ranges::count_if(run.paths, has_draws);
  std::printf("%td of %zu paths", good, run.paths.size());
  if (!std::isnan(run.choice.pareto_shape)) {
    std::printf(", Pareto k %.2f", run.choice.pareto_shape);
  }
  std::puts("");
}

}  // namespace

int run_pathfinder(const PathfinderCommandOptions& options) {
  approximate::PathfinderSettings settings = options.settings;
  settings.refresh = options.method.quiet ? 0 : options.method.refresh;
  if (const Status status = approximate::check(settings); !status) return fail(status.error());
  if (const Status status = check_output(options.method); !status) return fail(status.error());
  const std::uint64_t seed = seed_of(options.method);
  const auto loaded = load(options.method.program, seed);
  if (!loaded) return 1;
  const engine::Prepared prepared = engine::prepare_joint(loaded->traced);
  const auto start = start_of(options.method, prepared);
  if (!start) return fail(engine::render(loaded->program, start.error()));
  const engine::InterruptGuard interrupt;
  const auto run = engine::run_pathfinder(
      prepared, {.starts = {start.value()}, .key = {.seed = seed}, .threads = options.threads},
      settings, observer_of(options.method, interrupt.flag()));
  if (!run) return fail(engine::render(loaded->program, run.error()));
  if (interrupt.flag()) return interrupted_code();
  if (run.value().choice.draws.empty()) {
    return fail(Error{"no path has a usable approximation",
                      "try other initial values (--init), or `autumn sample`",
                      {}});
  }
  const DrawTable& rows = run.value().table.rows;
  const MethodFile file{.method = "pathfinder",
                        .lines = pathfinder_lines(settings),
                        .seed = seed,
                        .after_names = {},
                        .tail = times_text(run.value())};
  if (const Status status = write_rows(options.method, file, rows); !status) {
    return fail(status.error());
  }
  if (!options.method.quiet) {
    const auto text = draws_text(rows, 0);
    if (!text) return fail(text.error());
    print_paths(run.value());
    std::fputs(text.value().c_str(), stdout);
  }
  print_rest(options.method, *loaded, run.value().table);
  return 0;
}

}  // namespace autumn::cli
