// This file defines the flags of the subcommands that look at a program and do not sample.
#include "cli/flags.h"
#include "engine/stages.h"

namespace autumn::cli {
namespace {

constexpr std::size_t kHelpWidth = 80;

// The names one after the other, in lines that fit beside the options.
std::string in_lines(const std::vector<std::string>& names) {
  std::string text;
  std::size_t width = 0;
  for (const std::string& name : names) {
    if (!text.empty()) {
      const bool is_full = width + name.size() + 2 > kHelpWidth;
      text += is_full ? ",\n" : ", ";
      width = is_full ? 0 : width + 2;
    }
    text += name;
    width += name.size();
  }
  return text;
}

}  // namespace

CLI::App* add_check(CLI::App& app, CheckOptions& options) {
  CLI::App* command = app.add_subcommand("check", "Check syntax and types, and data if given");
  add_program(command, options.program);
  command->add_flag("--self-test", options.self_test,
                    "Test that collapsing this model with these data is exact");
  command->add_flag("--pedantic,--warn-pedantic", options.is_pedantic,
                    "Warn of what is likely a mistake: priors, bounds, old syntax");
  command->add_flag("--warn-uninitialized", options.warn_uninitialized,
                    "Warn of variables that are read before they have a value");
  command->add_flag("--strict", options.is_strict, "Refuse what Stan refuses");
  CLI::Option* update = command->add_flag_callback(
      "--update", [&options] { options.task = CheckTask::kUpdate; },
      "Print the program in the syntax of today; comments and layout stay");
  command->add_option("--output", options.output, "File for the updated program")
      ->type_name("FILE")
      ->needs(update);
  command
      ->add_flag_callback(
          "--print-canonical", [&options] { options.task = CheckTask::kCanonical; },
          "Print the program in one canonical style; comments stay")
      ->excludes(update);
  add_plan(command, options.plan);
  add_passes(command, options.without_passes);
  return command;
}

CLI::App* add_explain(CLI::App& app, ExplainOptions& options) {
  static const std::map<std::string, ExplainFormat> kFormats{{"text", ExplainFormat::text},
                                                             {"json", ExplainFormat::json},
                                                             {"dot", ExplainFormat::dot},
                                                             {"svg", ExplainFormat::svg}};
  CLI::App* command = app.add_subcommand(
      "explain", "Say which parameters are integrated out, which are sampled, and why");
  add_program(command, options.program);
  CLI::Option* format =
      command->add_option("--format", options.format, "text, json, dot or svg (text)")
          ->transform(one_of(kFormats))
          ->type_name("NAME");
  command
      ->add_option("--stage", options.stage,
                   "Print the value after this stage, or pass over the density, instead:\n" +
                       in_lines(engine::stage_names()))
      ->type_name("NAME")
      ->excludes(format);
  add_plan(command, options.plan);
  add_passes(command, options.without_passes);
  return command;
}

CLI::App* add_density(CLI::App& app, DensityOptions& options) {
  CLI::App* command = app.add_subcommand("density", "Log density and gradient at a point");
  add_program(command, options.program);
  command->add_option("--at", options.at, "Values of the parameters, a JSON file")
      ->type_name("FILE")
      ->required();
  command->add_flag("--collapsed", options.is_collapsed, "Of what is sampled, after collapse");
  add_passes(command, options.without_passes);
  return command;
}

CLI::App* add_bench(CLI::App& app, BenchOptions& options) {
  CLI::App* command = app.add_subcommand("bench", "Time preparation, gradients and recovery");
  add_program(command, options.program);
  add_plan(command, options.plan);
  add_passes(command, options.without_passes);
  command->add_flag("--json", options.json, "Print JSON");
  return command;
}

}  // namespace autumn::cli
