// The subcommands `autumn generate` and `autumn diagnose`: generated quantities for draws that are
// there, and the gradient beside finite differences.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <random>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/method.h"
#include "cli/program.h"
#include "engine/approximations/start.h"
#include "engine/coordinates.h"
#include "engine/evaluated_density.h"
#include "engine/generate.h"
#include "engine/gradient_test.h"
#include "output/files/replacement.h"
#include "output/files/table_file.h"
#include "output/files/text_files.h"

namespace autumn::cli {
namespace {

namespace fs = std::filesystem;

std::string generated_file(const GenerateOptions& options, std::size_t k) {
  return (fs::path(options.output) / fmt::format("generated_{}.csv", k + 1)).string();
}

Status check_generated(const GenerateOptions& options) {
  if (Status status = output::check_directory(options.output); !status) return status;
  std::vector<std::string> inputs = inputs_of(options.program);
  inputs.insert(inputs.end(), options.draws.begin(), options.draws.end());
  std::vector<std::string> files;
  for (std::size_t k = 0; k < options.draws.size(); ++k) {
    files.push_back(generated_file(options, k));
    if (Status status = output::check_replaceable(files.back(), options.force); !status) {
      return status;
    }
  }
  if (Status status = output::check_outputs(inputs, files); !status) return status;
  std::error_code code;
  fs::create_directories(options.output, code);
  return Done{};
}

}  // namespace

CLI::App* add_generate(CLI::App& app, GenerateOptions& options) {
  CLI::App* command =
      app.add_subcommand("generate", "Compute generated quantities for draws of files");
  add_program(command, options.program);
  command->add_option("--draws", options.draws, "Files of draws, of Autumn or CmdStan")
      ->required()
      ->type_name("FILE");
  command->add_option("--output", options.output, "Directory for generated_1.csv, ...")
      ->required()
      ->type_name("DIR");
  command->add_option("--seed", options.seed, "Seed (random)")
      ->type_name("N")
      ->check(whole_number(0));
  command->add_option("--sig-figs", options.significant_digits, "Digits of numbers (8)")
      ->type_name("N")
      ->check(whole_number(1, 18));
  command->add_flag("--force", options.force, "Replace files that are there");
  return command;
}

int run_generate(const GenerateOptions& options) {
  if (const Status status = check_generated(options); !status) return fail(status.error());
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  const auto loaded = load(options.program, seed);
  if (!loaded) return 1;
  if (loaded->traced.generated.made.empty()) {
    return fail(Error{.message = "the program has no generated quantities",
                      .suggestion = "declare them in a block `generated quantities`",
                      .where = {}});
  }
  const engine::Prepared prepared = engine::prepare_joint(loaded->traced);
  for (std::size_t k = 0; k < options.draws.size(); ++k) {
    const auto draws = engine::read_fitted_draws(options.draws[k]);
    if (!draws) return fail(draws.error());
    const auto table = engine::generate({.prepared = prepared,
                                         .draws = draws.value(),
                                         .path = options.draws[k],
                                         .seed = seed,
                                         .chain = static_cast<std::uint32_t>(k) + 1});
    if (!table) return fail(engine::render(loaded->program, table.error()));
    const std::string file = generated_file(options, k);
    const Status status = output::write_table(
        file,
        {.head = fmt::format("# method = generate_quantities\n# fitted_params = {}\n# seed = {}\n",
                             printable_line(options.draws[k]), seed),
         .after_names = {},
         .tail = {},
         .precision = options.significant_digits},
        table.value());
    if (!status) return fail(status.error());
    std::printf("%s: %zu rows of %zu columns\n", printable_line(file).c_str(), table.value().rows(),
                table.value().columns());
  }
  return 0;
}

CLI::App* add_diagnose(CLI::App& app, DiagnoseOptions& options) {
  CLI::App* command =
      app.add_subcommand("diagnose", "Compare the gradient with finite differences at a point");
  add_program(command, options.method.program);
  command->add_option("--seed", options.method.seed, "Seed (random)")
      ->type_name("N")
      ->check(whole_number(0));
  command
      ->add_option("--init", options.method.init, "Radius of the random point (2), or a JSON file")
      ->type_name("R|FILE");
  command->add_option("--epsilon", options.step, "Step of the differences (1e-6)")
      ->type_name("S")
      ->check(positive_number());
  command->add_option("--error", options.limit, "Largest difference allowed (1e-6)")
      ->type_name("S")
      ->check(positive_number());
  return command;
}

int run_diagnose(const DiagnoseOptions& options) {
  const std::uint64_t seed = seed_of(options.method);
  const auto loaded = load(options.method.program, seed);
  if (!loaded) return 1;
  const engine::Prepared prepared = engine::prepare_joint(loaded->traced);
  const auto start = start_of(options.method, prepared);
  if (!start) return fail(engine::render(loaded->program, start.error()));
  engine::EvaluatedDensity density(prepared);
  const auto point = engine::find_start(prepared, density, start.value(), {.seed = seed});
  if (!point) return fail(engine::render(loaded->program, point.error()));
  const engine::Coordinates coordinates = engine::stan_coordinates(prepared);
  const engine::GradientTest test =
      engine::test_gradient(density, point.value(), coordinates.ours, options.step);
  for (const std::string& line : engine::to_lines(test)) std::puts(line.c_str());
  const std::size_t failures = test.failures(options.limit);
  if (failures == 0) return 0;
  return fail(
      fmt::format("{} of {} differ by more than {}\n", failures, test.rows.size(), options.limit));
}

}  // namespace autumn::cli
