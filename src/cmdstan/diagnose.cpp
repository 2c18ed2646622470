// The method `diagnose` compares the gradient with finite differences at a point.
#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/coordinates.h"
#include "engine/evaluated_density.h"
#include "engine/gradient_test.h"
#include "output/files/text_files.h"

namespace autumn::cmdstan {
ExitCode diagnose(const Session& session) {
  const Arguments& a = session.arguments;
  const engine::Prepared prepared = engine::prepare_joint(session.traced);
  const auto start = start_of(session, prepared);
  if (!start) return fail(session, start.error());
  engine::EvaluatedDensity density(prepared);
  auto point = engine::find_start(prepared, density, start.value(), key_of(session));
  if (!point) return fail(session, point.error());
  say("TEST GRADIENT MODE");
  const engine::GradientTest test =
      engine::test_gradient(density, point.value(), engine::stan_coordinates(prepared).ours,
                            number_of(a, "diagnose.test.gradient.epsilon"));
  std::string text = head_comments(session, {});
  for (const std::string& line : engine::to_lines(test)) {
    say(line);
    text += "# " + line + "\n";
  }
  const Status status = output::write_text(output_file(session), text);
  if (!status) return fail(status.error());
  return test.failures(number_of(a, "diagnose.test.gradient.error")) == 0 ? 0 : 1;
}

}  // namespace autumn::cmdstan
