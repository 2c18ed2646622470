// This header declares the flags that several subcommands share.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace autumn::cli {

// Names to values; the message of CLI11's own transformer shows the numbers behind the names.
template <typename Value>
CLI::Validator one_of(const std::map<std::string, Value>& values) {
  return CLI::Validator(
      [values](std::string& text) {
        const auto found = values.find(text);
        if (found != values.end()) {
          text = std::to_string(static_cast<int>(found->second));
          return std::string();
        }
        std::vector<std::string> names;
        for (const auto& [name, value] : values) names.push_back(name);
        return fmt::format("`{}` is not one of {}", text, fmt::join(names, ", "));
      },
      "");
}

// Whole numbers from `least` to `most`. The message names what is allowed; CLI11's own shows the
// ends of its types, and takes -1 and numbers that are too large for seeds.
CLI::Validator whole_number(std::uint64_t least,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
// Any number; what is allowed beyond that is said by the settings.
CLI::Validator number();
// An amount of something.
CLI::Validator positive_number();
// Any machine has fewer processors.
inline constexpr std::uint64_t kMostThreads = 1024;
// What our options count with 32 bits.
CLI::Validator count(std::uint32_t least);

void add_program(CLI::App* command, ProgramOptions& options);
// The same without the program itself: its data, where it includes from, and what it may use up.
void add_beside_program(CLI::App* command, ProgramOptions& options);
void add_include_path(CLI::App* command, ProgramOptions& options);
// What is to be integrated out, and what not.
void add_plan(CLI::App* command, collapse::PlanOptions& plan);
// Passes to leave out, by name.
void add_passes(CLI::App* command, std::vector<std::string>& without_passes);
// Of NUTS: what one may want to change in every run.
void add_sampler(CLI::App* command, sampler::Settings& settings);

CLI::Option* add_format(CLI::App* command, const std::string& name, output::Format& format,
                        const std::string& text);

CLI::App* add_sample(CLI::App& app, SampleOptions& options);
CLI::App* add_resume(CLI::App& app, ResumeOptions& options);
CLI::App* add_extend(CLI::App& app, ResumeOptions& options);
CLI::App* add_check(CLI::App& app, CheckOptions& options);
CLI::App* add_explain(CLI::App& app, ExplainOptions& options);
CLI::App* add_density(CLI::App& app, DensityOptions& options);
CLI::App* add_generate(CLI::App& app, GenerateOptions& options);
CLI::App* add_diagnose(CLI::App& app, DiagnoseOptions& options);
CLI::App* add_report(CLI::App& app, ReportOptions& options);
CLI::App* add_compile(CLI::App& app, CompileOptions& options);
CLI::App* add_bench(CLI::App& app, BenchOptions& options);
CLI::App* add_simulate(CLI::App& app, SimulateOptions& options);
CLI::App* add_sbc(CLI::App& app, SbcCommandOptions& options);
CLI::App* add_optimize(CLI::App& app, OptimizeOptions& options);
CLI::App* add_laplace(CLI::App& app, LaplaceOptions& options);
CLI::App* add_pathfinder(CLI::App& app, PathfinderCommandOptions& options);
CLI::App* add_variational(CLI::App& app, VariationalOptions& options);

}  // namespace autumn::cli
