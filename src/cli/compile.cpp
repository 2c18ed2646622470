// The subcommands `autumn compile` and `autumn cmdstan` make what clients of CmdStan call:
// executables of programs, and a directory with the tools around them.
#include <cstdio>

#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/program.h"
#include "cmdstan/directory.h"
#include "cmdstan/stanc.h"

namespace autumn::cli {

CLI::App* add_compile(CLI::App& app, CompileOptions& options) {
  CLI::App* command = app.add_subcommand(
      "compile", "Make an executable of a Stan program, with CmdStan's command line");
  command->add_option("MODEL", options.program.model, "Stan program")->required();
  command
      ->add_option("--include-path", options.program.include_paths, "Directory of included files")
      ->type_name("DIR");
  command->add_option("--output", options.output, "The executable (MODEL without .stan)")
      ->type_name("FILE");
  return command;
}

int run_compile(const CompileOptions& options) {
  std::string output = options.output;
  if (output.empty()) {
    const std::string& model = options.program.model;
    output = model.ends_with(".stan") ? model.substr(0, model.size() - 5) : model + ".exe";
  }
  std::vector<std::string> words{options.program.model, "--autumn-executable=" + output};
  for (const std::string& path : options.program.include_paths) {
    words.push_back("--include-paths=" + path);
  }
  return cmdstan::run_stanc(words);
}

int run_cmdstan(const std::string& directory) {
  const Status status = cmdstan::write_directory(directory);
  if (!status) return fail(status.error());
  std::printf("%s is ready: set_cmdstan_path(\"%s\")\n", directory.c_str(), directory.c_str());
  return 0;
}

}  // namespace autumn::cli
