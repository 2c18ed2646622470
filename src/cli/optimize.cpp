// The subcommand `autumn optimize` finds the mode of a posterior.
#include <fmt/format.h>

#include <cstdio>

#include "approximate/iteration_text.h"
#include "cli/method.h"
#include "engine/interrupt.h"

namespace autumn::cli {
namespace {

std::string name_of(approximate::Algorithm algorithm) {
  switch (algorithm) {
    case approximate::Algorithm::kLbfgs: return "lbfgs";
    case approximate::Algorithm::kBfgs: return "bfgs";
    case approximate::Algorithm::kNewton: return "newton";
  }
  return "";
}

std::vector<HeadLine> head_lines(const OptimizeOptions& options) {
  const approximate::OptimizeSettings& s = options.settings;
  std::vector<HeadLine> lines{{2, "algorithm", name_of(s.algorithm)}};
  lines.push_back({3, name_of(s.algorithm), ""});
  if (s.algorithm != approximate::Algorithm::kNewton) {
    lines.push_back({4, "init_alpha", fmt::format("{}", s.init_alpha)});
    lines.push_back({4, "tol_obj", fmt::format("{}", s.tol_obj)});
    lines.push_back({4, "tol_rel_obj", fmt::format("{}", s.tol_rel_obj)});
    lines.push_back({4, "tol_grad", fmt::format("{}", s.tol_grad)});
    lines.push_back({4, "tol_rel_grad", fmt::format("{}", s.tol_rel_grad)});
    lines.push_back({4, "tol_param", fmt::format("{}", s.tol_param)});
  }
  if (s.algorithm == approximate::Algorithm::kLbfgs) {
    lines.push_back({4, "history_size", fmt::format("{}", s.history_size)});
  }
  const bool is_included = options.jacobian == density::Jacobian::kIncluded;
  lines.push_back({2, "jacobian", is_included ? "true" : "false"});
  lines.push_back({2, "iter", fmt::format("{}", s.iter)});
  const bool is_all = options.saved == engine::SavedIterations::kAll;
  lines.push_back({2, "save_iterations", is_all ? "true" : "false"});
  return lines;
}

// The table of iterations, as CmdStan has it.
approximate::OptimizeObserver table_printer(const OptimizeOptions& options,
                                            const std::atomic<bool>& stop) {
  approximate::OptimizeObserver observer;
  observer.general = observer_of(options.method, stop);
  if (options.method.quiet) return observer;
  observer.on_start = [](double log_density, std::span<const double>) {
    std::fprintf(stderr, "%s\n", approximate::start_line(log_density).c_str());
  };
  observer.on_iteration = [&options](const approximate::Iteration& iteration,
                                     std::span<const double>) {
    const std::string text =
        approximate::iteration_lines(iteration, options.settings.algorithm, options.method.refresh);
    std::fputs(text.c_str(), stderr);
  };
  return observer;
}

int show_optimum(const OptimizeOptions& options, const LoadedModel& loaded,
                 const engine::OptimizeRun& run) {
  const approximate::Ending ending = run.optimum.ending;
  if (!options.method.quiet || is_error(ending)) {
    std::fputs(approximate::ending_lines(ending).c_str(), stderr);
  }
  if (!options.method.quiet) {
    std::fputs(estimates_text(run.table.rows, run.table.rows.rows() - 1).c_str(), stdout);
  }
  print_rest(options.method, loaded, run.table);
  if (ending == approximate::Ending::kStopped) return interrupted_code();
  return is_error(ending) ? 1 : 0;
}

}  // namespace

int run_optimize(const OptimizeOptions& options) {
  if (const Status status = approximate::check(options.settings); !status) {
    return fail(status.error());
  }
  if (const Status status = check_output(options.method); !status) return fail(status.error());
  const std::uint64_t seed = seed_of(options.method);
  const auto loaded = load(options.method.program, seed);
  if (!loaded) return 1;
  const engine::Prepared prepared = engine::prepare_joint(loaded->traced, options.jacobian);
  const auto start = start_of(options.method, prepared);
  if (!start) return fail(engine::render(loaded->program, start.error()));
  const engine::InterruptGuard interrupt;
  const auto run = engine::run_optimize(prepared, {.start = start.value(), .key = {.seed = seed}},
                                        options.settings, options.saved,
                                        table_printer(options, interrupt.flag()));
  if (!run) return fail(engine::render(loaded->program, run.error()));
  const MethodFile file{.method = "optimize", .lines = head_lines(options), .seed = seed};
  if (const Status status = write_rows(options.method, file, run.value().table.rows); !status) {
    return fail(status.error());
  }
  return show_optimum(options, *loaded, run.value());
}

}  // namespace autumn::cli
