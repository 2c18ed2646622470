// This file defines the flags that several subcommands have, and those of the subcommands that
// simulate.
#include "cli/flags.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "collapse/plan_names.h"
#include "sample/names.h"

namespace autumn::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        std::uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [rest, code] = std::from_chars(text.data(), end, value);
        const bool is_too_large = code == std::errc::result_out_of_range || value > most;
        if (rest == end && is_too_large) {
          return fmt::format("must be at most {}, got `{}`", most, text);
        }
        if (rest == end && code == std::errc{} && value >= least) return std::string();
        return fmt::format("must be a whole number, at least {}, got `{}`", least, text);
      },
      "");
}

CLI::Validator number() {
  return CLI::Validator(
      [](std::string& text) {
        char* end = nullptr;
        (void)std::strtod(text.c_str(), &end);
        return end != text.c_str() && *end == '\0'
                   ? std::string()
                   : fmt::format("must be a number, got `{}`", text);
      },
      "");
}

CLI::Validator positive_number() {
  return CLI::Validator(
      [](std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool is_number = end != text.c_str() && *end == '\0' && std::isfinite(value);
        return is_number && value > 0.0 ? std::string()
                                        : fmt::format("must be a number above 0, got `{}`", text);
      },
      "");
}

CLI::Validator count(std::uint32_t least) {
  return whole_number(least, std::numeric_limits<std::int32_t>::max());
}

namespace {

// An option that takes one word each time it is given, and leaves the next word to others.
CLI::Option* add_repeatable(CLI::App* command, const std::string& name,
                            std::vector<std::string>& words, const std::string& text) {
  return command->add_option(name, words, text)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

CLI::Option* add_amount(CLI::App* command, const std::string& name, std::optional<double>& amount,
                        const std::string& text) {
  return command->add_option(name, amount, text)->check(positive_number());
}

void add_limits(CLI::App* command, ResourceLimits& limits) {
  add_amount(command, "--limit-time", limits.seconds, "Seconds after which it ends; draws are kept")
      ->type_name("S");
  add_amount(command, "--limit-memory", limits.gigabytes, "Memory it may use")->type_name("GB");
  command
      ->add_option("--limit-steps", limits.steps,
                   "Statements of the program that may be executed in a row")
      ->type_name("N")
      ->check(whole_number(1));
  command->add_flag("--untrusted", limits.is_untrusted,
                    "For programs of strangers: 600 s, 4 GB and 1e8 steps, if not given");
}

}  // namespace

void add_include_path(CLI::App* command, ProgramOptions& options) {
  add_repeatable(command, "--include-path", options.include_paths, "Where #include looks")
      ->type_name("DIR");
}

void add_beside_program(CLI::App* command, ProgramOptions& options) {
  command->add_option("--data", options.data, "Data, a JSON file as for CmdStan")
      ->type_name("FILE");
  add_include_path(command, options);
  add_limits(command, options.limits);
}

void add_program(CLI::App* command, ProgramOptions& options) {
  command->add_option("MODEL", options.model, "A Stan program")->required();
  add_beside_program(command, options);
}

void add_plan(CLI::App* command, collapse::PlanOptions& plan) {
  add_repeatable(command, "--keep", plan.keep, "Do not collapse this parameter; may be repeated")
      ->type_name("NAME");
  add_repeatable(command, "--collapse", plan.prefer, "Prefer to collapse this one; may be repeated")
      ->type_name("NAME");
  command
      ->add_option_function<collapse::Marginalize>(
          "--marginalize",
          [&plan](const collapse::Marginalize& which) { set_marginalize(plan, which); },
          "auto, none, or all: what pays, nothing, whatever can be (auto)")
      ->transform(one_of(collapse::marginalize_names()))
      ->type_name("NAME");
}

void add_passes(CLI::App* command, std::vector<std::string>& without_passes) {
  add_repeatable(command, "--without-pass", without_passes,
                 "Leave this pass out; may be repeated (a wrong name is answered with the list)")
      ->type_name("NAME");
}

namespace {

void add_metric(CLI::App* command, sampler::Settings& settings) {
  set_metric(settings, sampler::MetricName::kAuto);
  command
      ->add_option_function<sampler::MetricName>(
          "--metric",
          [&settings](const sampler::MetricName& metric) { set_metric(settings, metric); },
          "auto, or Stan's: unit_e, diag_e, dense_e; auto: a diagonal with the directions that are "
          "worth it, learnt from gradients (auto)")
      ->transform(one_of(sampler::metric_names()))
      ->type_name("NAME");
}

void add_centring(CLI::App* command, sampler::Settings& settings) {
  settings.centring = sampler::Centring::automatic;
  command
      ->add_option_function<sampler::Centring>(
          "--centring",
          [&settings](const sampler::Centring& choice) { settings.centring = choice; },
          "auto, learnt or as-written: the coordinates of theta ~ normal(mu, tau), with --metric "
          "auto; learnt: centred as far as the data determine it; auto: so where short runs find "
          "it cheaper (auto)")
      ->transform(one_of(sampler::centring_names()))
      ->type_name("NAME");
}

void add_warmup(CLI::App* command, sampler::Settings& settings) {
  const CLI::Validator valid(
      [](std::string& text) {
        sampler::Settings any;
        const Status status = sampler::set_warmup(any, text);
        return status ? std::string() : status.error().message;
      },
      "");
  command
      ->add_option_function<std::string>(
          "--warmup",
          [&settings](const std::string& text) { (void)sampler::set_warmup(settings, text); },
          "Warm-up iterations; auto or auto:N: until metric and step size have settled, at most "
          "1000 or N (1000)")
      ->type_name("N|auto[:N]")
      ->check(valid);
}

}  // namespace

void add_sampler(CLI::App* command, sampler::Settings& settings) {
  add_metric(command, settings);
  add_centring(command, settings);
  add_warmup(command, settings);
  command->add_option("--adapt-delta", settings.adapt_delta, "Target acceptance (0.8)")
      ->type_name("P")
      ->check(number());
  command->add_option("--max-depth", settings.max_depth, "Doublings of a trajectory (10)")
      ->type_name("N")
      ->check(count(1));
  command
      ->add_option(
          "--jumps", settings.jumps,
          "auto or none; auto: try independent points where few dimensions are left (auto)")
      ->transform(one_of(sampler::jumps_names()))
      ->type_name("NAME");
}

CLI::App* add_simulate(CLI::App& app, SimulateOptions& options) {
  CLI::App* command =
      app.add_subcommand("simulate", "Draw parameters from their priors, and new data from these");
  add_program(command, options.program);
  command->add_option("--output", options.files.directory, "Directory for data.json and truth.csv")
      ->type_name("DIR")
      ->required();
  command->add_option("--runs", options.files.runs, "Simulations: data_1.json, ... if several (1)")
      ->type_name("N")
      ->check(count(1));
  command->add_option("--seed", options.seed, "Seed (random)")
      ->type_name("N")
      ->check(whole_number(0));
  command->add_flag("--force", options.files.overwrite, "Replace files that are there");
  return command;
}

CLI::App* add_sbc(CLI::App& app, SbcCommandOptions& options) {
  CLI::App* command = app.add_subcommand(
      "sbc", "Simulation-based calibration: does sampling find what simulation has put in?");
  add_program(command, options.program);
  command->add_option("--runs", options.sbc.runs, "Simulations (200)")
      ->type_name("N")
      ->check(count(1));
  command
      ->add_option("--draws", options.sbc.draws,
                   "Independent draws that the truth is ranked among, per run (63)")
      ->type_name("N")
      ->check(count(1));
  command->add_option("--seed", options.seed, "Seed (random)")
      ->type_name("N")
      ->check(whole_number(0));
  command->add_option("--threads", options.sbc.threads, "Threads (all)")
      ->type_name("N")
      ->check(whole_number(0, kMostThreads));
  command
      ->add_option("--output", options.output,
                   "Directory for ranks.csv, histogram.csv, report.json and histogram.svg")
      ->type_name("DIR");
  command->add_flag("--force", options.force, "Replace files that are there");
  command->add_flag("--quiet", options.quiet, "Print nothing but errors");
  add_plan(command, options.sbc.plan);
  add_passes(command, options.sbc.without_passes);
  add_sampler(command, options.sbc.settings);
  return command;
}

}  // namespace autumn::cli
