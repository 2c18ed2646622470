// The subcommands `autumn simulate` and `autumn sbc` make data from the priors, and test whether
// sampling finds back what was put in.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <random>

#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/program.h"
#include "engine/data_files.h"
#include "engine/interrupt.h"
#include "output/files/replacement.h"
#include "output/files/text_files.h"
#include "output/report/progress.h"

namespace autumn::cli {
namespace {

constexpr std::uint32_t kProgressEvery = 10;

struct LoadedSimulator {
  engine::LoadedProgram program;
  simulate::Simulator simulator;
};

// Nothing if it failed; the reason is printed already.
std::optional<LoadedSimulator> load_simulator(const ProgramOptions& options, std::uint64_t seed) {
  auto loaded = engine::load_program(options.model, options.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&loaded)) {
    fail(error->text);
    return std::nullopt;
  }
  engine::LoadedProgram program = std::get<engine::LoadedProgram>(std::move(loaded));
  trace::Data data;
  if (!options.data.empty()) {
    auto read = engine::read_data(options.data);
    if (!read) {
      fail(read.error());
      return std::nullopt;
    }
    data = std::move(read).value();
  }
  auto simulator = simulate::Simulator::create(program.syntax, std::move(data), seed,
                                               trace_limits(options.limits));
  if (!simulator) {
    fail(engine::render(program, simulator.error()));
    return std::nullopt;
  }
  return LoadedSimulator{std::move(program), std::move(simulator).value()};
}

std::uint64_t seed_of(const std::optional<std::uint64_t>& seed) {
  return seed ? *seed : std::random_device{}();
}

const std::vector<std::string>& report_files() {
  static const std::vector<std::string> kNames{"ranks.csv", "histogram.csv", "report.json",
                                               "histogram.svg"};
  return kNames;
}

// Found before the runs, which may take hours.
Status check_output(const SbcCommandOptions& options) {
  if (options.output.empty()) return Done{};
  std::vector<std::string> files;
  for (const std::string& name : report_files()) {
    files.push_back((std::filesystem::path(options.output) / name).string());
  }
  const Status status = output::check_outputs(inputs_of(options.program), files);
  if (!status) return status;
  return options.force ? output::check_directory(options.output)
                       : output::check_absent(options.output, report_files());
}

Status write_report(const std::string& directory, const output::Ranks& ranks,
                    const output::Calibration& calibration) {
  const auto& names = report_files();
  const output::TextFile files[] = {{names[0], output::ranks_csv(ranks)},
                                    {names[1], output::histogram_csv(calibration)},
                                    {names[2], output::to_json(calibration) + "\n"},
                                    {names[3], output::to_svg(calibration)}};
  return output::write_files(directory, files);
}

void show_progress(std::uint32_t done, std::uint32_t runs) {
  if (done % kProgressEvery != 0 && done != runs) return;
  std::fprintf(stderr, "\r%u of %u runs%s", done, runs, done == runs ? "\n" : "");
}

}  // namespace

int run_simulate(const SimulateOptions& options) {
  const auto loaded = load_simulator(options.program, seed_of(options.seed));
  if (!loaded) return 1;
  engine::SimulationFiles files = options.files;
  files.inputs = inputs_of(options.program);
  const Status status = engine::write_simulations(loaded->simulator, files);
  return status ? 0 : fail(engine::render(loaded->program, status.error()));
}

int run_sbc(const SbcCommandOptions& options) {
  engine::SbcOptions sbc = options.sbc;
  if (const Status status = sampler::check(sbc.settings); !status) return fail(status.error());
  if (const Status status = check_output(options); !status) return fail(status.error());
  sbc.seed = seed_of(options.seed);
  const auto loaded = load_simulator(options.program, sbc.seed);
  if (!loaded) return 1;
  const engine::InterruptGuard interrupt;
  sbc.stop = &interrupt.flag();
  if (!options.quiet && output::stderr_is_terminal()) {
    sbc.on_progress = [&](std::uint32_t done) { show_progress(done, sbc.runs); };
  }
  const auto ranks = engine::rank_runs(loaded->simulator, sbc);
  if (interrupt.flag().load()) return interrupted_code();
  if (!ranks) return fail(engine::render(loaded->program, ranks.error()));
  const output::Calibration calibration = output::calibration_of(ranks.value());
  if (!options.quiet) std::fputs(output::to_text(calibration).c_str(), stdout);
  if (!options.output.empty()) {
    const Status status = write_report(options.output, ranks.value(), calibration);
    if (!status) return fail(status.error());
  }
  if (calibration.is_calibrated()) return 0;
  if (options.quiet) std::fputs("The ranks are not uniform: sampling is not calibrated.\n", stderr);
  return 1;
}

}  // namespace autumn::cli
