// This file has what the subcommands beside sampling share.
#include "cli/method.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

#include "base/display_name.h"
#include "base/printable.h"
#include "engine/point.h"
#include "engine/version.h"
#include "output/files/replacement.h"
#include "output/files/run_configuration.h"
#include "output/files/table_file.h"
#include "output/files/text_files.h"
#include "output/report/summary.h"

namespace autumn::cli {
namespace {

bool is_method_column(const std::string& name) {
  return name.ends_with("__");
}

std::string head_text(const MethodCommand& command, const MethodFile& file) {
  std::string text;
  const auto add = [&text](int depth, std::string_view name, std::string_view value) {
    text += fmt::format("# {:{}}{}{}{}\n", "", 2 * depth, name, value.empty() ? "" : " = ",
                        printable_line(value));
  };
  add(0, "stan_version_major", std::to_string(output::kStanLevel.major));
  add(0, "stan_version_minor", std::to_string(output::kStanLevel.minor));
  add(0, "stan_version_patch", fmt::format("{}", output::kStanLevel.patch));
  add(0, "model", output::stanc_model_name(stem(command.program.model)));
  add(0, "start_datetime",
      fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr))));
  add(0, "method", file.method);
  add(1, file.method, "");
  for (const HeadLine& line : file.lines) add(line.depth, line.name, line.value);
  add(0, "id", "1");
  add(0, "data", "");
  text += fmt::format("#   file = {}\n", printable_line(command.program.data));
  add(0, "init", command.init);
  add(0, "random", "");
  add(1, "seed", fmt::format("{}", file.seed));
  add(0, "output", "");
  add(1, "file", command.output);
  add(0, "autumn_version", engine::kVersion);
  return text;
}

}  // namespace

approximate::Observer observer_of(const MethodCommand& command, const std::atomic<bool>& stop) {
  approximate::Observer observer;
  const auto print = [](std::string_view line) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
  };
  if (!command.quiet) observer.info = print;
  observer.error = print;
  observer.stop = &stop;
  return observer;
}

std::uint64_t seed_of(const MethodCommand& command) {
  return command.seed ? *command.seed : std::random_device{}();
}

Status check_output(const MethodCommand& command, const std::string& more) {
  if (command.output.empty()) return Done{};
  std::vector<std::string> inputs = inputs_of(command.program, command.init);
  inputs.push_back(more);
  Status status = output::check_outputs(inputs, {&command.output, 1});
  if (status) status = output::check_replaceable(command.output, command.force);
  return status ? output::check_writable(command.output) : status;
}

Result<engine::StartOptions> start_of(const MethodCommand& command,
                                      const engine::Prepared& prepared) {
  engine::StartOptions start;
  if (is_number(command.init)) {
    start.radius = std::strtod(command.init.c_str(), nullptr);
    sampler::Settings settings;
    settings.initial_radius = start.radius;
    if (const Status status = sampler::check(settings); !status) return status.error();
    return start;
  }
  auto point = engine::read_point(prepared, command.init);
  if (!point) return point.error();
  if (!command.quiet) note_unknown(point.value(), command.init);
  start.given = std::move(point).value().unconstrained;
  return start;
}

Status write_rows(const MethodCommand& command, const MethodFile& file, const DrawTable& rows) {
  if (command.output.empty()) return Done{};
  return output::write_table(
      command.output,
      {.head = head_text(command, file), .after_names = file.after_names, .tail = file.tail}, rows);
}

std::string estimates_text(const DrawTable& rows, std::size_t row) {
  std::size_t width = std::string_view("variable").size();
  for (const std::string& name : rows.names()) width = std::max(width, display_name(name).size());
  std::string text = fmt::format("{:<{}}  {:>12}\n", "variable", width, "estimate");
  for (std::size_t k = 0; k < rows.columns(); ++k) {
    const std::string& name = rows.names()[k];
    if (is_method_column(name) && name != "lp__") continue;
    text += fmt::format("{:<{}}  {:>12.6g}\n", display_name(name), width, rows.at(row, k));
  }
  return text;
}

Result<std::string> draws_text(const DrawTable& rows, std::size_t first_row) {
  std::vector<std::size_t> columns;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < rows.columns(); ++k) {
    if (is_method_column(rows.names()[k])) continue;
    columns.push_back(k);
    names.push_back(rows.names()[k]);
  }
  DrawTable draws(std::move(names));
  std::vector<double> row(columns.size());
  for (std::size_t i = first_row; i < rows.rows(); ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) row[k] = rows.at(i, columns[k]);
    draws.append(row);
  }
  const auto summary = output::summarise(std::span<const DrawTable>(&draws, 1), 0);
  if (!summary) return summary.error();
  return output::to_text(summary.value());
}

void print_rest(const MethodCommand& command, const LoadedModel& loaded,
                const engine::MethodTable& table) {
  if (!table.generated_errors.empty()) {
    std::printf("\nSome rows have NaN among their generated quantities:\n%s",
                table.generated_errors.text(loaded.program).c_str());
  }
  if (command.output.empty() && !command.quiet) {
    std::puts("\nThe rows were not kept; `--output FILE` keeps them.");
  }
}

}  // namespace autumn::cli
