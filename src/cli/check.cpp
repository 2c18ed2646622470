// The subcommand `autumn check` checks syntax and types, with data the shapes and values too, and
// on request the collapse law.
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/assure/self_test.h"
#include "explain/explain.h"

namespace autumn::cli {
namespace {

int run_self_test(const LoadedModel& loaded, const CheckOptions& options) {
  const auto tested = engine::self_test(loaded.traced.model, options.plan);
  if (!tested) return fail(tested.error());
  std::fputs(engine::to_text(tested.value()).c_str(), stdout);
  return tested.value().has_passed() ? 0 : 1;
}

}  // namespace

int run_check(const CheckOptions& options) {
  const ProgramOptions& source = options.program;
  const auto program = engine::load_program(source.model, source.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&program)) return fail(error->text);
  if (options.self_test) {
    const auto loaded = load(source, 0);
    return loaded ? run_self_test(*loaded, options) : 1;
  }
  if (!source.data.empty() && !load(source, 0)) return 1;
  std::printf("%s: syntax and types are right%s\n", source.model.c_str(),
              source.data.empty() ? "" : ", and the data fit");
  return 0;
}

}  // namespace autumn::cli
