// The subcommand `autumn summary` turns files of draws into a table and warnings, or into JSON.
#include <cstdio>
#include <vector>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "engine/chosen_files.h"
#include "engine/collected.h"
#include "output/report/report_json.h"

namespace autumn::cli {
namespace {

void print(const output::RunReport& report, const SummaryOptions& options) {
  if (options.json) {
    std::printf("%s\n", output::to_json(report).c_str());
    return;
  }
  std::fputs(output::to_text(report.summary, {.most = static_cast<std::size_t>(options.most),
                                              .digits = static_cast<int>(options.digits),
                                              .width = columns_of_terminal()})
                 .c_str(),
             stdout);
  if (!report.warnings.empty()) std::printf("\n%s", output::to_text(report.warnings).c_str());
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "%s\n", printable_line(note).c_str());
}

}  // namespace

int run_summary(const SummaryOptions& options) {
  std::vector<double> percentiles;
  if (!options.percentiles.empty()) {
    auto parsed = output::parse_percentiles(options.percentiles);
    if (!parsed) return fail(parsed.error());
    percentiles = std::move(parsed).value();
  }
  const auto chosen = engine::files_of_chains(options.files);
  if (!chosen) return fail(chosen.error());
  print_notes(chosen.value().notes);
  auto collected = engine::collect(chosen.value().files, percentiles);
  if (!collected) return fail(collected.error());
  print_notes(collected.value().notes);
  output::RunReport& report = collected.value().report;
  if (!options.variables.empty()) {
    auto summary = output::selected(report.summary, options.variables);
    if (!summary) return fail(summary.error());
    report.summary = std::move(summary).value();
  }
  print(report, options);
  return 0;
}

}  // namespace autumn::cli
