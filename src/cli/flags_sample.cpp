// This file defines the flags of sampling, and of going on with it.
#include "cli/flags.h"
#include "sample/names.h"

namespace autumn::cli {
namespace {

// More than any disk holds, and few enough to be counted in 64 bits when multiplied.
constexpr std::uint64_t kMostDraws = std::uint64_t{1} << 48;

CLI::Validator seconds_or_none() {
  return CLI::Validator(
      [](std::string& text) {
        if (text == kNoCheckpoints || text == "0") return std::string();
        return positive_number()(text).empty()
                   ? std::string()
                   : fmt::format("must be seconds, 0 or more, or none, got `{}`", text);
      },
      "");
}

}  // namespace

CLI::Option* add_format(CLI::App* command, const std::string& name, output::Format& format,
                        const std::string& text) {
  static const std::map<std::string, output::Format> kFormats{{"csv", output::Format::kCsv},
                                                              {"binary", output::Format::kBinary}};
  return command->add_option(name, format, text)->transform(one_of(kFormats))->type_name("NAME");
}

namespace {

template <typename Number>
void add_threads_per_chain(CLI::App* command, Number& threads, const std::string& usual = "1") {
  command
      ->add_option("--threads-per-chain", threads,
                   fmt::format("Threads that share the rows of the data of one chain ({})", usual))
      ->type_name("N")
      ->check(whole_number(1, kMostThreads));
}

}  // namespace

CLI::App* add_sample(CLI::App& app, SampleOptions& options) {
  CLI::App* command = app.add_subcommand("sample", "Draw from the posterior of a Stan program");
  auto& run = options.run;
  auto& settings = run.settings;
  add_program(command, options.program);
  command->add_option("--output", options.output, "Directory for chain_1.csv, ...")
      ->type_name("DIR");
  add_format(command, "--format", options.format, "csv or binary (csv)");
  command
      ->add_option("--sig-figs", options.significant_digits, "Digits of numbers in CSV files (8)")
      ->type_name("N")
      ->check(whole_number(1, 18));
  command->add_flag("--force", options.force, "Replace files that are there");
  command
      ->add_option("--checkpoint", options.checkpoint,
                   "Seconds between checkpoints beside the draws, for `autumn resume`; or none (1, "
                   "or more where they take long)")
      ->type_name("S|none")
      ->check(seconds_or_none());
  command->add_option("--chains", run.chains, "Chains (4)")->type_name("N")->check(count(1));
  command->add_option("--draws", options.draws, "Draws to save per chain (1000)")
      ->type_name("N")
      ->check(whole_number(0, kMostDraws));
  command
      ->add_option(
          "--thin", options.thin,
          "Transitions per saved draw; auto: what gives the largest minimum ESS per second (1)")
      ->type_name("N|auto");
  command->add_flag("--save-warmup", settings.save_warmup, "Write warm-up draws too");
  command->add_option("--seed", options.seed, "Seed (random)")
      ->type_name("N")
      ->check(whole_number(0));
  command->add_option("--threads", run.threads, "Threads (all)")
      ->type_name("N")
      ->check(whole_number(0, kMostThreads));
  add_threads_per_chain(command, run.threads_per_chain);
  command
      ->add_option("--shard", options.shard,
                   "Divide the rows of the data, counted by this variable, over MPI ranks")
      ->type_name("NAME");
  command->add_option("--init", options.init, "Radius of initial points (2), or a JSON file")
      ->type_name("R|FILE");
  add_plan(command, options.plan);
  add_passes(command, options.without_passes);
  add_sampler(command, settings);
  command->add_option("--step-size", settings.step_size, "Initial step size (1)")
      ->type_name("S")
      ->check(number());
  command->add_option("--algorithm", settings.algorithm, "nuts, static or fixed_param (nuts)")
      ->transform(one_of(sampler::algorithm_names()))
      ->type_name("NAME");
  command->add_option("--refresh", options.refresh, "Iterations between progress lines (100)")
      ->type_name("N")
      ->check(count(0));
  command->add_flag("--allow-improper", settings.allow_improper,
                    "Sample although some parameters have no proper posterior");
  command->add_flag("--quiet", options.quiet, "Print nothing but errors");
  command->add_option("--summary", options.summary_file, "Write the summary as JSON")
      ->type_name("FILE");
  return command;
}

namespace {

void add_directory(CLI::App* command, ResumeOptions& options) {
  command->add_option("DIR", options.directory, "Where `sample --output DIR` wrote")->required();
  command->add_option("--threads", options.threads, "Threads (as the run had)")
      ->type_name("N")
      ->check(whole_number(0, kMostThreads));
  add_threads_per_chain(command, options.threads_per_chain, "as the run had");
  command->add_flag("--quiet", options.quiet, "Print nothing but errors");
}

}  // namespace

CLI::App* add_resume(CLI::App& app, ResumeOptions& options) {
  CLI::App* command =
      app.add_subcommand("resume", "Go on with a run of `sample --output DIR` that was ended");
  add_directory(command, options);
  return command;
}

CLI::App* add_extend(CLI::App& app, ResumeOptions& options) {
  CLI::App* command =
      app.add_subcommand("extend", "Add draws to a finished run of `sample --output DIR`");
  add_directory(command, options);
  CLI::Option* draws = command->add_option("--draws", options.more, "Draws to add per chain")
                           ->type_name("N")
                           ->check(whole_number(1, kMostDraws))
                           ->required();
  command
      ->add_flag_callback(
          "--undo",
          [&options, draws] {
            options.is_undone = true;
            draws->required(false);
          },
          "Go back to the finished run, if adding draws to it was ended early")
      ->excludes(draws);
  return command;
}

}  // namespace autumn::cli
