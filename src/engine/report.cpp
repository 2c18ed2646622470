// This file collects the account of a run.
#include "engine/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/instruction_set.h"
#include "base/words.h"
#include "engine/still_chains.h"

namespace autumn::engine {
namespace {

// Chains learn for themselves how often NUTS is needed.
std::string when_jumps(const Run& run) {
  std::int64_t walks = 0;
  std::int64_t iterations = 0;
  for (const ChainRun& chain : run.chains) {
    walks += chain.result.walks;
    iterations += chain.result.iterations - chain.result.warmup;
  }
  if (walks >= iterations) return "one tried before each transition";
  return fmt::format("tried in each iteration, with NUTS in {:.0f}% of them",
                     100.0 * static_cast<double>(walks) / static_cast<double>(iterations));
}

std::string warmup_text(const RunOptions& options, const Run& run) {
  std::int64_t least = options.settings.warmup;
  std::int64_t most = 0;
  for (const ChainRun& chain : run.chains) {
    least = std::min(least, chain.result.warmup);
    most = std::max(most, chain.result.warmup);
  }
  const std::string range =
      least < most ? fmt::format("{} to {}", least, most) : fmt::to_string(most);
  return fmt::format("Warm-up: {} {} of at most {}.\n", range, noun_for(most, "iteration"),
                     options.settings.warmup);
}

std::string head_text(const Prepared& prepared, const RunOptions& options, const Run& run) {
  std::string text =
      fmt::format("Sampled {}, seed {}.\n", counted(prepared.dimension, "dimension"), options.seed);
  if (run.thin) text += to_text(*run.thin) + "\n";
  if (const auto jumps = accepted_jumps(run)) {
    text += fmt::format("Jumps: {:.0f}% accepted, {}.\n", 100.0 * *jumps, when_jumps(run));
  }
  if (options.settings.stops_when_settled) text += warmup_text(options, run);
  if (run.write_error) {
    text += fmt::format("The run ended early: {}\n", run.write_error->message);
  } else if (run.is_interrupted)
    text += "Interrupted: this is what was drawn until then.\n";
  return text;
}

std::vector<std::string> parameter_names(const Prepared& prepared) {
  std::vector<std::string> names;
  for (const model::Variable& variable : prepared.compressed.variables) {
    const auto elements = element_names(variable.name, variable.dims);
    names.insert(names.end(), elements.begin(), elements.end());
  }
  return names;
}

}  // namespace

std::optional<double> accepted_jumps(const Run& run) {
  std::int64_t tried = 0;
  std::int64_t accepted = 0;
  for (const ChainRun& chain : run.chains) {
    tried += chain.result.jumps_tried;
    accepted += chain.result.jumps_accepted;
  }
  if (tried == 0) return std::nullopt;
  return static_cast<double>(accepted) / static_cast<double>(tried);
}

std::uint64_t gradients(const Run& run) {
  std::uint64_t count = 0;
  for (const ChainRun& chain : run.chains) {
    count += chain.result.gradients_warmup + chain.result.gradients_sampling;
  }
  return count;
}

std::vector<StageTime> timings(const Prepared& prepared, const Run& run) {
  std::vector<StageTime> times = prepared.times;
  StageTime warmup{"warmup", 0.0};
  StageTime sampling{"sampling", 0.0};
  for (const ChainRun& chain : run.chains) {
    warmup.seconds += chain.result.seconds_warmup;
    sampling.seconds += chain.result.seconds_sampling;
  }
  times.push_back(warmup);
  times.push_back(sampling);
  return times;
}

Report report(const Prepared& prepared, const RunOptions& options, const Run& run) {
  Report report;
  report.head = head_text(prepared, options, run);
  std::vector<const DrawTable*> tables;
  for (const ChainRun& chain : run.chains) {
    tables.push_back(&chain.draws);
    report.output.chains.push_back(
        output::chain_statistics(chain.draws, options.settings.max_depth));
  }
  auto summary = output::summarise(tables, options.threads);
  AUTUMN_CHECK(summary.is_ok(), "chains of one run have the same columns");
  report.output.summary = std::move(summary).value();
  report.output.gradients = gradients(run);
  report.output.instruction_set = name_of(default_instruction_set());
  report.output.jumps_accepted = accepted_jumps(run);
  for (const ChainRun& chain : run.chains) {
    report.output.warmup.push_back(static_cast<std::uint64_t>(chain.result.warmup));
  }
  report.output.thin_auto = options.settings.thin.is_automatic();
  report.output.thin =
      static_cast<std::uint64_t>(run.thin ? run.thin->thin : options.settings.thin.transitions());
  for (const StageTime& time : timings(prepared, run)) {
    report.output.timings.push_back({time.stage, time.seconds});
  }
  report.output.warnings = output::find_warnings({.summary = report.output.summary,
                                                  .chains = report.output.chains,
                                                  .max_depth = options.settings.max_depth});
  const std::vector<output::Warning> still = still_chains(run, options.first_id);
  report.output.warnings.insert(report.output.warnings.begin(), still.begin(), still.end());
  return report;
}

Report report(const AssuredRun& run) {
  Report result = report(run.prepared, run.options, run.run);
  std::vector<output::Warning>& warnings = result.output.warnings;
  warnings.insert(warnings.begin(), run.warnings.begin(), run.warnings.end());
  if (auto warning = output::find_run_away(result.output.summary, parameter_names(run.prepared))) {
    warnings.push_back(*std::move(warning));
  }
  if (run.withdrawal) {
    result.output.withdrawn = to_text(*run.withdrawal);
    result.head += *result.output.withdrawn + "\n";
  }
  if (run.worth && run.worth->chosen != 0) result.head += to_text(*run.worth) + "\n";
  return result;
}

std::string to_text(const Report& report, const output::SummaryView& view) {
  std::string text = report.head + "\n" + output::to_text(report.output.summary, view);
  const std::string warnings = output::to_text(report.output.warnings);
  if (!warnings.empty()) text += "\n" + warnings;
  return text;
}

}  // namespace autumn::engine
