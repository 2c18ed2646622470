// The subcommand `autumn check` checks syntax and types, with data the shapes and values too, and
// on request the collapse law.
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/assure/self_test.h"

namespace autumn::cli {
namespace {

int run_self_test(const LoadedModel& loaded, const CheckOptions& options) {
  const auto tested = engine::self_test(loaded.traced.model, options.plan, options.without_passes);
  if (!tested) return fail(tested.error());
  std::fputs(engine::to_text(tested.value()).c_str(), stdout);
  return tested.value().has_passed() ? 0 : 1;
}

// Of the names of parameters and passes: what a run with these options would refuse.
int check_with_data(const CheckOptions& options) {
  const auto loaded = load(options.program, 0);
  if (!loaded) return 1;
  if (options.self_test) return run_self_test(*loaded, options);
  const Status status =
      engine::check_options(loaded->traced.model, options.plan, options.without_passes);
  return status ? 0 : fail(status.error());
}

}  // namespace

int run_check(const CheckOptions& options) {
  const ProgramOptions& source = options.program;
  const auto program = engine::load_program(source.model, source.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&program)) return fail(error->text);
  const Status status = engine::check_options(std::get<engine::LoadedProgram>(program),
                                              options.plan, options.without_passes);
  if (!status) return fail(status.error());
  if (options.self_test || !source.data.empty()) {
    const int code = check_with_data(options);
    if (code != 0 || options.self_test) return code;
  }
  std::printf("%s: syntax and types are right%s\n", source.model.c_str(),
              source.data.empty() ? "" : ", and the data fit");
  return 0;
}

}  // namespace autumn::cli
