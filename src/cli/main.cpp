// This is the program `autumn`: it turns flags into options and runs one subcommand.
#include <fcntl.h>

#include <csignal>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/limits.h"
#include "cli/meeting.h"
#include "cli/mistakes.h"
#include "cli/program.h"
#include "cli/stack.h"
#include "cmdstan/tool.h"
#include "engine/environment.h"
#include "engine/version.h"

namespace {

using autumn::cli::BenchOptions;
using autumn::cli::CheckOptions;
using autumn::cli::CompileOptions;
using autumn::cli::ConvertOptions;
using autumn::cli::DensityOptions;
using autumn::cli::ExplainOptions;
using autumn::cli::ResumeOptions;
using autumn::cli::run_within;
using autumn::cli::SampleOptions;
using autumn::cli::SbcCommandOptions;
using autumn::cli::SimulateOptions;
using autumn::cli::SummaryOptions;

constexpr std::uint64_t kMostDigits = 17;

CLI::App* add_convert(CLI::App& app, ConvertOptions& options) {
  using autumn::cli::ConvertTo;
  static const std::map<std::string, ConvertTo> kForms{{"csv", ConvertTo::kCsv},
                                                       {"binary", ConvertTo::kBinary},
                                                       {"data", ConvertTo::kData},
                                                       {"json", ConvertTo::kJson}};
  CLI::App* command =
      app.add_subcommand("convert", "Convert files of draws, or of data, to another format");
  command
      ->add_option("FILES", options.files,
                   "Draws: one file per chain; data: files that become one together")
      ->required();
  command->add_option("--to", options.to, "Of draws: csv or binary; of data: data (binary) or json")
      ->transform(autumn::cli::one_of(kForms))
      ->type_name("NAME")
      ->required();
  command
      ->add_option("--output", options.output,
                   "Directory for the new files, of data the new file (beside the old)")
      ->type_name("DIR|FILE");
  command
      ->add_option("--rows", options.rows,
                   "Of data: add a variable with the number of rows of the CSV files")
      ->type_name("NAME");
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
  command->add_option("--percentiles", options.percentiles, "Quantiles to show (5,50,95)")
      ->type_name("LIST");
  command->add_flag("--json", options.json, "Print JSON, as `sample --summary` writes it");
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

int run(int argc, char** argv) {
  if (const auto status = autumn::cli::ensure_stack(argv); !status) {
    return autumn::cli::fail(status.error());
  }
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
  CLI::App* sample = autumn::cli::add_sample(app, sample_options);
  sample_options.words = {argv + 1, argv + argc};
  ResumeOptions resume_options;
  CLI::App* resume = autumn::cli::add_resume(app, resume_options);
  ResumeOptions extend_options;
  CLI::App* extend = autumn::cli::add_extend(app, extend_options);
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
  autumn::cli::ReportOptions report_options;
  CLI::App* report = autumn::cli::add_report(app, report_options);
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
    if (!autumn::cli::speaks_for_ranks()) return 0;
    return run_within({}, [&] { return app.exit(success); });  // --help, --version
  } catch (const CLI::ParseError& error) {
    if (!autumn::cli::speaks_for_ranks()) return 1;
    std::fputs(autumn::cli::to_text(autumn::cli::mistake_of(app, error)).c_str(), stderr);
    return 1;
  }
  if (const auto mistake = autumn::cli::empty_word_of(app)) {
    if (autumn::cli::speaks_for_ranks()) {
      std::fputs(autumn::cli::to_text(*mistake).c_str(), stderr);
    }
    return 1;
  }
  if (const auto status = autumn::engine::check_environment(); !status) {
    return autumn::cli::speaks_for_ranks() ? autumn::cli::fail(status.error()) : 1;
  }
  const auto run = [](const auto& command, const auto& options) {
    return run_within(limits_of(options), [&] { return command(options); });
  };
  const auto run_shared = [&](const auto& command, auto& options) {
    return autumn::cli::run_among_ranks(sample_options.words, [&](auto meeting) {
      options.meeting = std::move(meeting);
      return run(command, options);
    });
  };
  if (sample->parsed()) return run_shared(autumn::cli::run_sample, sample_options);
  if (resume->parsed()) return run_shared(autumn::cli::run_resume, resume_options);
  if (extend->parsed()) return run_shared(autumn::cli::run_resume, extend_options);
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
  if (report->parsed()) return run(autumn::cli::run_report, report_options);
  if (generate->parsed()) return run(autumn::cli::run_generate, generate_options);
  if (diagnose->parsed()) return run(autumn::cli::run_diagnose, diagnose_options);
  if (compile->parsed()) return run(autumn::cli::run_compile, compile_options);
  if (convert->parsed()) return run(autumn::cli::run_convert, convert_options);
  if (cmdstan->parsed()) return run(autumn::cli::run_cmdstan, cmdstan_directory);
  std::fputs(
      "autumn: say what to do: sample, resume, extend, optimize, laplace, pathfinder, variational, "
      "explain, check, simulate, sbc, density, diagnose, generate, bench, summary, report, "
      "convert, "
      "compile or cmdstan\n"
      "  try `autumn --help`\n",
      stderr);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  (void)std::signal(SIGXFSZ, SIG_IGN);  // a file that is too large is an error of writing
  return autumn::cli::run_caught([&] { return run(argc, argv); });
}
