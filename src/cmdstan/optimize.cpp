// The method `optimize` finds a mode of the model as it is written.
#include <fmt/format.h>

#include "approximate/iteration_text.h"
#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/interrupt.h"

namespace autumn::cmdstan {
namespace {

using approximate::Algorithm;

Algorithm algorithm_of(const Arguments& a) {
  const std::string name = choice_of(a, "optimize.algorithm");
  if (name == "bfgs") return Algorithm::kBfgs;
  return name == "newton" ? Algorithm::kNewton : Algorithm::kLbfgs;
}

approximate::OptimizeSettings optimize_settings(const Arguments& a) {
  approximate::OptimizeSettings s{.algorithm = algorithm_of(a)};
  s.iter = static_cast<std::size_t>(integer_of(a, "optimize.iter"));
  if (s.algorithm == Algorithm::kNewton) return s;
  const std::string below = "optimize.algorithm." + choice_of(a, "optimize.algorithm") + ".";
  s.init_alpha = number_of(a, below + "init_alpha");
  s.tol_obj = number_of(a, below + "tol_obj");
  s.tol_rel_obj = number_of(a, below + "tol_rel_obj");
  s.tol_grad = number_of(a, below + "tol_grad");
  s.tol_rel_grad = number_of(a, below + "tol_rel_grad");
  s.tol_param = number_of(a, below + "tol_param");
  if (s.algorithm == Algorithm::kLbfgs) {
    s.history_size = static_cast<std::size_t>(integer_of(a, below + "history_size"));
  }
  return s;
}

approximate::OptimizeObserver watching(const Session& session,
                                       const approximate::OptimizeSettings& settings,
                                       const std::atomic<bool>& stop) {
  const int refresh = static_cast<int>(integer_of(session.arguments, "output.refresh"));
  return {
      .general = saying(&stop),
      .on_start =
          [&settings](double log_density, std::span<const double>) {
            if (settings.algorithm == Algorithm::kNewton) say("");
            say(approximate::start_line(log_density));
          },
      .on_iteration =
          [&settings, refresh](const approximate::Iteration& iteration, std::span<const double>) {
            const std::string lines =
                approximate::iteration_lines(iteration, settings.algorithm, refresh);
            std::fputs(lines.c_str(), stdout);
            std::fflush(stdout);
          }};
}

// Newton's method only ends.
ExitCode tell_ending(Algorithm algorithm, approximate::Ending ending) {
  if (algorithm == Algorithm::kNewton) return approximate::is_error(ending) ? 1 : 0;
  std::string text = approximate::ending_lines(ending);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  if (approximate::is_error(ending)) return fail(text);
  say(text);
  return 0;
}

}  // namespace

ExitCode optimize(const Session& session) {
  const Arguments& a = session.arguments;
  const approximate::OptimizeSettings settings = optimize_settings(a);
  const engine::Prepared prepared = engine::prepare_joint(
      session.traced, truth_of(a, "optimize.jacobian") ? density::Jacobian::kIncluded
                                                       : density::Jacobian::kLeftOut);
  const auto start = start_of(session, prepared);
  if (!start) return fail(session, start.error());
  const engine::InterruptGuard interrupt;
  const auto saved = truth_of(a, "optimize.save_iterations") ? engine::SavedIterations::kAll
                                                             : engine::SavedIterations::kLast;
  const auto run =
      engine::run_optimize(prepared, {.start = start.value(), .key = key_of(session)}, settings,
                           saved, watching(session, settings, interrupt.flag()));
  if (!run) {
    (void)fail(session, run.error());
    return fail("Initialization failed.");
  }
  note_generated(session, run.value().table);
  const Status status = write_table(session, output_file(session), run.value().table.rows);
  if (!status) return fail(status.error());
  return tell_ending(settings.algorithm, run.value().optimum.ending);
}

}  // namespace autumn::cmdstan
