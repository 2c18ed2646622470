// This is the program `autumn`: it turns flags into options and runs one subcommand.
#include <fcntl.h>

#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/limits.h"
#include "cli/mistakes.h"
#include "cmdstan/tool.h"
#include "engine/version.h"

namespace {

using autumn::cli::add_passes;
using autumn::cli::add_plan;
using autumn::cli::add_program;
using autumn::cli::add_sampler;
using autumn::cli::BenchOptions;
using autumn::cli::CheckOptions;
using autumn::cli::CompileOptions;
using autumn::cli::ConvertOptions;
using autumn::cli::DensityOptions;
using autumn::cli::ExplainOptions;
using autumn::cli::one_of;
using autumn::cli::run_within;
using autumn::cli::SampleOptions;
using autumn::cli::SbcCommandOptions;
using autumn::cli::SimulateOptions;
using autumn::cli::SummaryOptions;
using autumn::output::Format;
using autumn::sampler::Algorithm;

// More than any disk holds, and few enough to be counted in 64 bits when multiplied.
constexpr std::uint64_t kMostDraws = std::uint64_t{1} << 48;

constexpr std::uint64_t kMostDigits = 17;

CLI::Option* add_format(CLI::App* command, const std::string& name, Format& format,
                        const std::string& text) {
  static const std::map<std::string, Format> kFormats{{"csv", Format::kCsv},
                                                      {"binary", Format::kBinary}};
  return command->add_option(name, format, text)->transform(one_of(kFormats))->type_name("NAME");
}

CLI::App* add_convert(CLI::App& app, ConvertOptions& options) {
  CLI::App* command = app.add_subcommand("convert", "Convert files of draws to CSV or binary");
  command->add_option("FILES", options.files, "One file per chain")->required();
  add_format(command, "--to", options.to, "csv or binary")->required();
  command->add_option("--output", options.output, "Directory for the new files (beside the old)")
      ->type_name("DIR");
  command->add_flag("--force", options.force, "Replace files that are there");
  return command;
}

CLI::App* add_summary(CLI::App& app, SummaryOptions& options) {
  CLI::App* command =
      app.add_subcommand("summary", "Summarise files of Autumn, or CSV files of CmdStan");
  command
      ->add_option("FILES", options.files,
                   "One file per chain, a directory of them, or `-` for standard input")
      ->required();
  command
      ->add_option("--variables", options.variables, "Show these only: theta, theta[2], ... (all)")
      ->delimiter(';')
      ->type_name("NAMES");
  command->add_option("--limit", options.most, "Variables to show at most; 0 for all (200)")
      ->type_name("N")
      ->check(autumn::cli::whole_number(0));
  command->add_option("--digits", options.digits, "Significant digits of sd (3)")
      ->type_name("N")
      ->check(autumn::cli::whole_number(1, kMostDigits));
  command->add_flag("--json", options.json, "Print JSON, as `sample --summary` writes it");
  return command;
}

CLI::App* add_sample(CLI::App& app, SampleOptions& options) {
  static const std::map<std::string, Algorithm> kAlgorithms{
      {"nuts", Algorithm::nuts},
      {"static", Algorithm::static_hmc},
      {"fixed_param", Algorithm::fixed_param}};
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
      ->check(autumn::cli::whole_number(1, 18));
  command->add_flag("--force", options.force, "Replace files that are there");
  command->add_option("--chains", run.chains, "Chains (4)")
      ->type_name("N")
      ->check(autumn::cli::count(1));
  command->add_option("--draws", options.draws, "Draws to save per chain (1000)")
      ->type_name("N")
      ->check(autumn::cli::whole_number(0, kMostDraws));
  command
      ->add_option(
          "--thin", options.thin,
          "Transitions per saved draw; auto: what gives the largest minimum ESS per second (1)")
      ->type_name("N|auto");
  command->add_flag("--save-warmup", settings.save_warmup, "Write warm-up draws too");
  command->add_option("--seed", options.seed, "Seed (random)")
      ->type_name("N")
      ->check(autumn::cli::whole_number(0));
  command->add_option("--threads", run.threads, "Threads (all)")
      ->type_name("N")
      ->check(autumn::cli::whole_number(0, autumn::cli::kMostThreads));
  command->add_option("--init", options.init, "Radius of initial points (2), or a JSON file")
      ->type_name("R|FILE");
  add_plan(command, options.plan);
  add_passes(command, options.without_passes);
  add_sampler(command, settings);
  command->add_option("--step-size", settings.step_size, "Initial step size (1)")
      ->type_name("S")
      ->check(autumn::cli::number());
  command->add_option("--algorithm", settings.algorithm, "nuts, static or fixed_param (nuts)")
      ->transform(one_of(kAlgorithms))
      ->type_name("NAME");
  command->add_option("--refresh", options.refresh, "Iterations between progress lines (100)")
      ->type_name("N")
      ->check(autumn::cli::count(0));
  command->add_flag("--allow-improper", settings.allow_improper,
                    "Sample although some parameters have no proper posterior");
  command->add_flag("--quiet", options.quiet, "Print nothing but errors");
  command->add_option("--summary", options.summary_file, "Write the summary as JSON")
      ->type_name("FILE");
  return command;
}

// Those of the program of a command; none for commands without one.
template <typename Options>
autumn::cli::ResourceLimits limits_of(const Options& options) {
  if constexpr (requires { options.program.limits; }) {
    return options.program.limits;
  } else if constexpr (requires { options.method.program.limits; }) {
    return options.method.program.limits;
  } else {
    return {};
  }
}

// What is closed must not become the number of a file of ours: a message would go into it.
void open_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) == -1) (void)!open("/dev/null", O_RDONLY);
  }
}

// What no program ends with: we are `autumn` itself.
constexpr int kPlain = -1;

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  std::optional<int> code;
  const int ended = run_within({}, [&] {
    code = autumn::cmdstan::run_as_cmdstan(argv[0], {argv + 1, argv + argc});
    return code.value_or(kPlain);
  });
  if (ended != kPlain) return ended;
  CLI::App app{"Autumn runs Bayesian models written in Stan."};
  app.set_version_flag("--version", std::string("autumn ") + autumn::engine::kVersion);
  app.require_subcommand(0, 1);

  SampleOptions sample_options;
  CLI::App* sample = add_sample(app, sample_options);
  CheckOptions check_options;
  CLI::App* check = autumn::cli::add_check(app, check_options);
  ExplainOptions explain_options;
  CLI::App* explain = autumn::cli::add_explain(app, explain_options);
  DensityOptions density_options;
  CLI::App* density = autumn::cli::add_density(app, density_options);
  BenchOptions bench_options;
  CLI::App* bench = autumn::cli::add_bench(app, bench_options);
  SimulateOptions simulate_options;
  CLI::App* simulate = autumn::cli::add_simulate(app, simulate_options);
  SbcCommandOptions sbc_options;
  CLI::App* sbc = autumn::cli::add_sbc(app, sbc_options);
  autumn::cli::OptimizeOptions optimize_options;
  CLI::App* optimize = autumn::cli::add_optimize(app, optimize_options);
  autumn::cli::LaplaceOptions laplace_options;
  CLI::App* laplace = autumn::cli::add_laplace(app, laplace_options);
  autumn::cli::PathfinderCommandOptions pathfinder_options;
  CLI::App* pathfinder = autumn::cli::add_pathfinder(app, pathfinder_options);
  autumn::cli::VariationalOptions variational_options;
  CLI::App* variational = autumn::cli::add_variational(app, variational_options);
  SummaryOptions summary_options;
  CLI::App* summary = add_summary(app, summary_options);
  ConvertOptions convert_options;
  CLI::App* convert = add_convert(app, convert_options);
  autumn::cli::GenerateOptions generate_options;
  CLI::App* generate = autumn::cli::add_generate(app, generate_options);
  autumn::cli::DiagnoseOptions diagnose_options;
  CLI::App* diagnose = autumn::cli::add_diagnose(app, diagnose_options);
  CompileOptions compile_options;
  CLI::App* compile = autumn::cli::add_compile(app, compile_options);
  std::string cmdstan_directory;
  CLI::App* cmdstan = app.add_subcommand(
      "cmdstan", "Make a directory that cmdstanpy, cmdstanr and brms take for CmdStan");
  cmdstan->add_option("DIR", cmdstan_directory, "The directory")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);  // --help, --version
  } catch (const CLI::ParseError& error) {
    std::fputs(autumn::cli::to_text(autumn::cli::mistake_of(app, error)).c_str(), stderr);
    return 1;
  }
  const auto run = [](const auto& command, const auto& options) {
    return run_within(limits_of(options), [&] { return command(options); });
  };
  if (sample->parsed()) return run(autumn::cli::run_sample, sample_options);
  if (check->parsed()) return run(autumn::cli::run_check, check_options);
  if (explain->parsed()) return run(autumn::cli::run_explain, explain_options);
  if (simulate->parsed()) return run(autumn::cli::run_simulate, simulate_options);
  if (sbc->parsed()) return run(autumn::cli::run_sbc, sbc_options);
  if (bench->parsed()) return run(autumn::cli::run_bench, bench_options);
  if (density->parsed()) return run(autumn::cli::run_density, density_options);
  if (optimize->parsed()) return run(autumn::cli::run_optimize, optimize_options);
  if (laplace->parsed()) return run(autumn::cli::run_laplace, laplace_options);
  if (pathfinder->parsed()) return run(autumn::cli::run_pathfinder, pathfinder_options);
  if (variational->parsed()) return run(autumn::cli::run_variational, variational_options);
  if (summary->parsed()) return run(autumn::cli::run_summary, summary_options);
  if (generate->parsed()) return run(autumn::cli::run_generate, generate_options);
  if (diagnose->parsed()) return run(autumn::cli::run_diagnose, diagnose_options);
  if (compile->parsed()) return run(autumn::cli::run_compile, compile_options);
  if (convert->parsed()) return run(autumn::cli::run_convert, convert_options);
  if (cmdstan->parsed()) return run(autumn::cli::run_cmdstan, cmdstan_directory);
  std::fputs(
      "autumn: say what to do: sample, optimize, laplace, pathfinder, variational, explain, check, "
      "simulate, sbc, density, diagnose, generate, bench, summary, convert, compile or cmdstan\n"
      "  try `autumn --help`\n",
      stderr);
  return 1;
}
