// The method `variational` fits a normal approximation by stochastic gradients.
#include <fmt/format.h>

#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/interrupt.h"

namespace autumn::cmdstan {
namespace {

approximate::VariationalSettings variational_settings(const Arguments& a) {
  const auto count = [&](const char* path) {
    return static_cast<std::size_t>(integer_of(a, path));
  };
  approximate::VariationalSettings s;
  s.family = choice_of(a, "variational.algorithm") == "fullrank" ? approximate::Family::kFullRank
                                                                 : approximate::Family::kMeanField;
  s.iter = count("variational.iter");
  s.grad_samples = count("variational.grad_samples");
  s.elbo_samples = count("variational.elbo_samples");
  s.eta = number_of(a, "variational.eta");
  s.adapt_engaged = truth_of(a, "variational.adapt.engaged");
  s.adapt_iter = count("variational.adapt.iter");
  s.tol_rel_obj = number_of(a, "variational.tol_rel_obj");
  s.eval_elbo = count("variational.eval_elbo");
  s.output_samples = count("variational.output_samples");
  return s;
}

}  // namespace

ExitCode variational(const Session& session) {
  const approximate::VariationalSettings settings = variational_settings(session.arguments);
  const engine::Prepared prepared = engine::prepare_joint(session.traced);
  const auto start = start_of(session, prepared);
  if (!start) return fail(session, start.error());
  const engine::InterruptGuard interrupt;
  const auto run =
      engine::run_variational(prepared, {.start = start.value(), .key = key_of(session)}, settings,
                              saying(&interrupt.flag()));
  if (!run) {
    (void)fail(session, run.error());
    return fail("Initialization failed.");
  }
  if (approximate::is_error(run.value().variational.ending)) {
    return fail(approximate::reason(run.value().variational.ending));
  }
  note_generated(session, run.value().table);
  const TableComments comments{.before = {"Stepsize adaptation complete.",
                                          fmt::format("eta = {:g}", run.value().variational.eta)}};
  const Status status =
      write_table(session, output_file(session), run.value().table.rows, comments);
  return status ? 0 : fail(status.error());
}

}  // namespace autumn::cmdstan
