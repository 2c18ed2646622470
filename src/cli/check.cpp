// The subcommand `autumn check`: syntax and types, and with data the shapes and values too.
#include <cstdio>

#include "cli/commands.h"
#include "cli/program.h"

namespace autumn::cli {

int run_check(const ProgramOptions& options) {
  const auto program = engine::load_program(options.model, options.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&program)) return fail(error->text);
  if (!options.data.empty() && !load(options, 0)) return 1;
  std::printf("%s: syntax and types are right%s\n", options.model.c_str(),
              options.data.empty() ? "" : ", and the data fit");
  return 0;
}

}  // namespace autumn::cli
