// The subcommand `autumn variational` fits a normal distribution to a posterior.
#include <fmt/format.h>

#include <cstdio>

#include "cli/method.h"
#include "engine/interrupt.h"

namespace autumn::cli {
namespace {

std::vector<HeadLine> variational_lines(const approximate::VariationalSettings& s) {
  const std::string family = s.family == approximate::Family::kMeanField ? "meanfield" : "fullrank";
  return {{2, "algorithm", family},
          {3, family, ""},
          {2, "iter", fmt::format("{}", s.iter)},
          {2, "grad_samples", fmt::format("{}", s.grad_samples)},
          {2, "elbo_samples", fmt::format("{}", s.elbo_samples)},
          {2, "eta", fmt::format("{}", s.eta)},
          {2, "adapt", ""},
          {3, "engaged", s.adapt_engaged ? "true" : "false"},
          {3, "iter", fmt::format("{}", s.adapt_iter)},
          {2, "tol_rel_obj", fmt::format("{}", s.tol_rel_obj)},
          {2, "eval_elbo", fmt::format("{}", s.eval_elbo)},
          {2, "output_samples", fmt::format("{}", s.output_samples)}};
}

}  // namespace

int run_variational(const VariationalOptions& options) {
  approximate::VariationalSettings settings = options.settings;
  settings.adapt_engaged = !options.eta.has_value();
  if (options.eta) settings.eta = *options.eta;
  if (const Status status = approximate::check(settings); !status) return fail(status.error());
  if (const Status status = check_output(options.method); !status) return fail(status.error());
  const std::uint64_t seed = seed_of(options.method);
  const auto loaded = load(options.method.program, seed);
  if (!loaded) return 1;
  const engine::Prepared prepared = engine::prepare_joint(loaded->traced);
  const auto start = start_of(options.method, prepared);
  if (!start) return fail(engine::render(loaded->program, start.error()));
  const engine::InterruptGuard interrupt;
  const auto run =
      engine::run_variational(prepared, {.start = start.value(), .key = {.seed = seed}}, settings,
                              observer_of(options.method, interrupt.flag()));
  if (!run) return fail(engine::render(loaded->program, run.error()));
  const approximate::Variational& found = run.value().variational;
  if (found.ending == approximate::Ending::kStopped) return interrupted_code();
  if (is_error(found.ending)) {
    return fail(Error{std::string(reason(found.ending)), "try `autumn sample`", {}});
  }
  const DrawTable& rows = run.value().table.rows;
  const std::string adapted =
      settings.adapt_engaged
          ? fmt::format("# Stepsize adaptation complete.\n# eta = {:.6g}\n", found.eta)
          : "";
  const MethodFile file{.method = "variational",
                        .lines = variational_lines(settings),
                        .seed = seed,
                        .after_names = adapted};
  if (const Status status = write_rows(options.method, file, rows); !status) {
    return fail(status.error());
  }
  if (!options.method.quiet) {
    const auto text = draws_text(rows, 1);
    if (!text) return fail(text.error());
    std::fputs(text.value().c_str(), stdout);
  }
  print_rest(options.method, *loaded, run.value().table);
  return 0;
}

}  // namespace autumn::cli
