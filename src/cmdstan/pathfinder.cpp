// The method `pathfinder` approximates the posterior along paths to a mode.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>

#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/approximations/pathfinder.h"
#include "engine/coordinates.h"
#include "engine/interrupt.h"
#include "output/files/text_files.h"

namespace autumn::cmdstan {
namespace {

approximate::PathfinderSettings pathfinder_settings(const Arguments& a) {
  const auto count = [&](const std::string& name) {
    return static_cast<std::size_t>(integer_of(a, "pathfinder." + name));
  };
  const auto number = [&](const std::string& name) { return number_of(a, "pathfinder." + name); };
  approximate::PathfinderSettings s;
  s.lbfgs = {.init_alpha = number("init_alpha"),
             .tol_obj = number("tol_obj"),
             .tol_rel_obj = number("tol_rel_obj"),
             .tol_grad = number("tol_grad"),
             .tol_rel_grad = number("tol_rel_grad"),
             .tol_param = number("tol_param"),
             .history_size = count("history_size"),
             .iter = count("max_lbfgs_iters")};
  s.num_draws = count("num_draws");
  s.num_elbo_draws = count("num_elbo_draws");
  s.num_paths = count("num_paths");
  s.num_psis_draws = count("num_psis_draws");
  s.psis_resample = truth_of(a, "pathfinder.psis_resample");
  s.calculate_lp = truth_of(a, "pathfinder.calculate_lp");
  s.refresh = static_cast<int>(integer_of(a, "output.refresh"));
  return s;
}

std::vector<std::string> closing(const engine::PathfinderRun& run, bool is_single,
                                 bool is_resampled) {
  const auto seconds = [](double s) { return fmt::format("{:f} seconds", s); };
  if (is_single) {
    return {"", fmt::format("Elapsed Time: {} (Pathfinder)", seconds(run.seconds_paths)), ""};
  }
  if (!is_resampled) {
    return {"", fmt::format("Elapsed Time: {} (Total)", seconds(run.seconds_paths)), ""};
  }
  return {
      "", fmt::format("Elapsed Time: {} (Pathfinders)", seconds(run.seconds_paths)),
      fmt::format("              {} (PSIS)", seconds(run.seconds_resampling)),
      fmt::format("              {} (Total)", seconds(run.seconds_paths + run.seconds_resampling)),
      ""};
}

// The points where the paths ended, as far as they are kept.
std::string path_json(const engine::Coordinates& coordinates, const approximate::Path& path) {
  const std::vector<double> first = path.draws.count == 0
                                        ? std::vector<double>{}
                                        : engine::in_stan_order(coordinates, path.draws.at(0));
  return fmt::format(
      "{{\n  \"0\" : {{\n    \"iter\" : 0,\n    \"best_iteration\" : {},\n    \"elbo\" : {},\n"
      "    \"evaluations\" : {},\n    \"first_draw\" : [{}]\n  }}\n}}\n",
      path.best_iteration, std::isfinite(path.elbo) ? fmt::format("{}", path.elbo) : "null",
      path.evaluations, fmt::join(first, ", "));
}

Status write_single_paths(const Session& session, const engine::Prepared& prepared,
                          const engine::PathfinderOptions& options,
                          const engine::PathfinderRun& run) {
  if (!truth_of(session.arguments, "pathfinder.save_single_paths")) return Done{};
  const std::string base = without_ending(output_file(session));
  const engine::Coordinates coordinates = engine::stan_coordinates(prepared);
  for (std::size_t k = 0; k < run.paths.size(); ++k) {
    const engine::MethodTable table = engine::path_table(prepared, options, run, k);
    const std::string file = fmt::format("{}_path_{}.csv", base, session.id + k);
    Status status = write_table(session, file, table.rows);
    if (status) {
      status =
          output::write_text(without_ending(file) + ".json", path_json(coordinates, run.paths[k]));
    }
    if (!status) return status;
  }
  return Done{};
}

// A path whose initial values are impossible is left out; the exit code if none is left.
std::optional<ExitCode> add_starts(const Session& session, const engine::Prepared& prepared,
                                   approximate::PathfinderSettings& settings,
                                   engine::PathfinderOptions& options) {
  for (std::size_t k = 0; k < settings.num_paths; ++k) {
    auto start = start_of(session, prepared, k);
    if (start) {
      options.starts.push_back(std::move(start).value());
      continue;
    }
    if (!start.error().where.is_known()) return fail(session, start.error());
    say(exception_text(session, start.error()));
    (void)fail(fmt::format("Pathfinder iteration: {} failed.", k));
  }
  settings.num_paths = options.starts.size();
  if (settings.num_paths > 0) return std::nullopt;
  say("No pathfinders ran successfully");
  return 1;
}

}  // namespace

ExitCode pathfinder(const Session& session) {
  approximate::PathfinderSettings settings = pathfinder_settings(session.arguments);
  const engine::Prepared prepared = engine::prepare_joint(session.traced);
  if (prepared.dimension == 0) return fail("Model has 0 parameters, cannot run Pathfinder.");
  engine::PathfinderOptions options{.starts = {}, .key = key_of(session)};
  const std::int64_t threads = integer_of(session.arguments, "num_threads");
  options.threads = threads < 0 ? 0 : static_cast<std::uint32_t>(threads);
  if (const auto code = add_starts(session, prepared, settings, options)) return *code;
  const engine::InterruptGuard interrupt;
  const auto run = engine::run_pathfinder(prepared, options, settings, saying(&interrupt.flag()));
  if (!run) return fail(session, run.error());
  if (run.value().table.rows.rows() == 0) {
    say("No pathfinders ran successfully");
    return 1;
  }
  note_generated(session, run.value().table);
  const bool is_resampled = settings.psis_resample && settings.calculate_lp;
  Status status =
      write_table(session, output_file(session), run.value().table.rows,
                  {.after = closing(run.value(), settings.num_paths == 1, is_resampled)});
  if (status) status = write_single_paths(session, prepared, options, run.value());
  return status ? 0 : fail(status.error());
}

}  // namespace autumn::cmdstan
