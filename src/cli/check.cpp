// The subcommand `autumn check` checks syntax and types, with data the shapes and values too, and
// on request the collapse law; it warns, and brings programs up to date.
#include <fmt/format.h>

#include <cstdio>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/update.h"
#include "engine/assure/self_test.h"
#include "engine/check.h"
#include "stan/printing/canonical.h"
#include "stan/printing/diagnostic.h"

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
  if (options.task == CheckTask::kUpdate) return run_update(options);
  const auto loaded = engine::load_program(source.model, source.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&loaded)) return fail(error->text);
  const auto& program = std::get<engine::LoadedProgram>(loaded);
  if (options.is_strict) {
    const std::vector<Error> errors = engine::refused_by_stan(program);
    if (!errors.empty()) return fail(stan::render(errors, *program.sources));
  }
  if (options.task == CheckTask::kCanonical) {
    std::fputs(stan::canonical(program.sources->file(0)).c_str(), stdout);
    return 0;
  }
  const std::vector<Error> advice =
      engine::advice(program, {options.is_pedantic, options.warn_uninitialized});
  std::fputs(engine::advice_text(program, advice).c_str(), stderr);
  const Status status = engine::check_options(program, options.plan, options.without_passes);
  if (!status) return fail(status.error());
  if (options.self_test || !source.data.empty()) {
    const int code = check_with_data(options);
    if (code != 0 || options.self_test) return code;
  }
  std::printf("%s: syntax and types are right%s\n", printable_line(source.model).c_str(),
              source.data.empty() ? "" : ", and the data fit");
  return 0;
}

}  // namespace autumn::cli
