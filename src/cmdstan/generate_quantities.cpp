// The method `generate_quantities` computes generated quantities for the draws of a file, of
// CmdStan or of Autumn.
#include <fmt/format.h>

#include "cmdstan/methods.h"
#include "cmdstan/tables.h"
#include "engine/generate.h"

namespace autumn::cmdstan {

ExitCode generate_quantities(const Session& session) {
  const std::string given = text_of(session.arguments, "generate_quantities.fitted_params");
  if (given.empty()) {
    return fail(
        "Missing fitted_params argument, cannot run generate_quantities without fitted "
        "sample.");
  }
  if (!given.ends_with(".csv")) return fail("Fitted params file must be a CSV file.");
  const auto inputs = input_files(session, given);
  if (!inputs) return fail(inputs.error());
  if (session.traced.generated.made.empty()) {
    return fail("Model doesn't generate any quantities of interest.");
  }
  const engine::Prepared prepared = engine::prepare_joint(session.traced);
  const auto outputs = output_files(session, text_of(session.arguments, "output.file"));
  for (std::uint32_t k = 0; k < session.chains; ++k) {
    const auto draws = engine::read_fitted_draws(inputs.value()[k]);
    if (!draws) return fail(session, draws.error());
    if (draws.value().rows() == 0) return fail("Empty set of draws from fitted model.");
    const auto table = engine::generate({.prepared = prepared,
                                         .draws = draws.value(),
                                         .path = inputs.value()[k],
                                         .seed = session.seed,
                                         .chain = k + 1});
    if (!table) return fail(session, table.error());
    const Status status = write_table(session, outputs[k], table.value());
    if (!status) return fail(status.error());
  }
  return 0;
}

}  // namespace autumn::cmdstan
