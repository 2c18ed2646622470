// The subcommand `autumn report` makes one HTML file of draws that are there.
#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/program.h"
#include "engine/chosen_files.h"
#include "engine/data_files.h"
#include "engine/page.h"
#include "output/files/replacement.h"
#include "output/files/text_files.h"

namespace autumn::cli {
namespace {

// What is read is not replaced, and other files only where that is allowed.
Status check_page(const ReportOptions& options, std::span<const std::string> draws) {
  std::vector<std::string> inputs = inputs_of(options.program, {});
  inputs.insert(inputs.end(), draws.begin(), draws.end());
  if (Status status = output::check_outputs(inputs, {&options.output, 1}); !status) return status;
  if (Status status = output::check_replaceable(options.output, options.force); !status) {
    return status;
  }
  return output::check_writable(options.output);
}

// With the program, what happens to it is shown too.
Result<std::string> page_with(const ReportOptions& options, std::span<const std::string> files,
                              const std::optional<LoadedModel>& loaded) {
  engine::PageSource source{
      .title = stem(options.program.model.empty() ? files[0] : options.program.model)};
  if (loaded) {
    source.program = &loaded->program;
    source.plan = options.plan;
    source.model = &loaded->traced.model;
    if (!options.program.data.empty()) {
      auto data = engine::read_data(options.program.data);
      if (!data) return data.error();
      source.data = std::move(data).value();
    }
    source.command =
        fmt::format("autumn sample {}{}", options.program.model,
                    options.program.data.empty() ? "" : " --data " + options.program.data);
  }
  return engine::page_of_files(files, source);
}

}  // namespace

CLI::App* add_report(CLI::App& app, ReportOptions& options) {
  CLI::App* command =
      app.add_subcommand("report", "Make one HTML file that shows draws: tables, plots, warnings");
  command
      ->add_option("FILES", options.files,
                   "Draws of Autumn or CmdStan: one file per chain, or a directory of them")
      ->required();
  command->add_option("--model", options.program.model, "The Stan program that they are of")
      ->type_name("FILE");
  add_beside_program(command, options.program);
  add_plan(command, options.plan);
  command->add_option("--output", options.output, "The HTML file (report.html)")->type_name("FILE");
  command->add_flag("--force", options.force, "Replace a file that is there");
  return command;
}

int run_report(const ReportOptions& options) {
  const auto chosen = engine::files_of_chains(options.files);
  if (!chosen) return fail(chosen.error());
  const std::vector<std::string>& files = chosen.value().files;
  for (const std::string& note : chosen.value().notes) std::fprintf(stderr, "%s\n", note.c_str());
  if (const Status status = check_page(options, files); !status) return fail(status.error());
  std::optional<LoadedModel> loaded;
  if (!options.program.model.empty()) {
    loaded = load(options.program, 0, stderr);
    if (!loaded) return 1;
  }
  const auto page = page_with(options, files, loaded);
  if (!page) return fail(page.error());
  const Status status = output::write_text(options.output, page.value());
  if (!status) return fail(status.error());
  std::printf("%s\n", options.output.c_str());
  return 0;
}

}  // namespace autumn::cli
