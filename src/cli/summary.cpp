// The subcommand `autumn summary`: CSV files to a table and warnings.

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "cli/commands.h"
#include "output/chain_statistics.h"
#include "output/csv_reader.h"
#include "output/report_json.h"
#include "output/summary.h"
#include "output/warnings.h"

namespace autumn::cli {
namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_text(error).c_str());
  return 1;
}

int max_depth_of(const output::CsvFile& file) {
  const std::optional<std::string> text = output::find_value(file, "max_depth");
  const int depth = text ? std::atoi(text->c_str()) : 0;
  return depth > 0 ? depth : 10;
}

}  // namespace

int run_summary(const SummaryOptions& options) {
  std::vector<DrawTable> chains;
  output::RunReport report;
  int max_depth = 10;
  for (const std::string& path : options.files) {
    auto file = output::read_csv(path);
    if (!file) return fail(file.error());
    max_depth = max_depth_of(file.value());
    report.chains.push_back(output::chain_statistics(file.value().draws, max_depth));
    chains.push_back(std::move(file.value().draws));
  }
  auto summary = output::summarise(chains);
  if (!summary) return fail(summary.error());
  report.summary = std::move(summary).value();
  report.warnings = output::find_warnings(
      {.summary = report.summary, .chains = report.chains, .max_depth = max_depth});
  if (options.json) {
    std::puts(output::to_json(report).c_str());
    return 0;
  }
  std::fputs(output::to_text(report.summary).c_str(), stdout);
  if (!report.warnings.empty()) std::printf("\n%s", output::to_text(report.warnings).c_str());
  return 0;
}

}  // namespace autumn::cli
