// The program `autumn`: flags to options, one subcommand each.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/summary.h"
#include "engine/version.h"

int main(int argc, char** argv) {
  CLI::App app{"Autumn runs Bayesian models: it samples with NUTS and summarises the draws."};
  app.set_version_flag("--version", std::string("autumn ") + autumn::engine::kVersion);
  app.require_subcommand(0, 1);

  std::vector<std::string> files;
  CLI::App* summary = app.add_subcommand("summary", "Summarise CSV files of Autumn or CmdStan");
  summary->add_option("files", files, "One file per chain")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);  // --help, --version
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "autumn: %s\n  try `autumn --help`\n", error.what());
    return 1;
  }
  if (!summary->parsed()) {
    std::fprintf(stderr, "autumn: say what to do: `autumn summary FILES`\n  try `autumn --help`\n");
    return 1;
  }
  return autumn::cli::summarise_files(files);
}
