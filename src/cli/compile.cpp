// The subcommands `autumn compile` and `autumn cmdstan` make what clients of CmdStan call:
// executables of programs, and a directory with the tools around them.
#include <cstdio>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/program.h"
#include "cmdstan/directory.h"
#include "cmdstan/embedded.h"
#include "cmdstan/stanc.h"
#include "output/files/replacement.h"

namespace autumn::cli {

CLI::App* add_compile(CLI::App& app, CompileOptions& options) {
  CLI::App* command = app.add_subcommand(
      "compile", "Make an executable of a Stan program, with CmdStan's command line");
  command->add_option("MODEL", options.program.model, "Stan program")->required();
  add_include_path(command, options.program);
  command->add_option("--output", options.output, "The executable (MODEL without .stan)")
      ->type_name("FILE");
  command->add_flag("--force", options.force,
                    "Replace a file that is there and was not made by `compile`");
  return command;
}

int run_compile(const CompileOptions& options) {
  std::string executable = options.output;
  if (executable.empty()) {
    const std::string& model = options.program.model;
    executable = model.ends_with(".stan") ? model.substr(0, model.size() - 5) : model + ".exe";
  }
  if (!cmdstan::is_compiled(executable)) {
    const Status status = output::check_replaceable(executable, options.force);
    if (!status) return fail(status.error());
  }
  std::vector<std::string> words{options.program.model, "--autumn-executable=" + executable};
  for (const std::string& path : options.program.include_paths) {
    words.push_back("--include-paths=" + path);
  }
  return cmdstan::run_stanc(words);
}

int run_cmdstan(const std::string& directory) {
  const Status status = cmdstan::write_directory(directory);
  if (!status) return fail(status.error());
  const std::string shown = printable_line(directory);
  std::printf("%s is ready: set_cmdstan_path(\"%s\")\n", shown.c_str(), shown.c_str());
  return 0;
}

}  // namespace autumn::cli
