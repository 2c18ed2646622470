// The subcommand `autumn summary` turns files of draws into a table and warnings, or into JSON.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "output/files/chain_files.h"
#include "output/files/draw_file.h"
#include "output/report/report_json.h"

namespace autumn::cli {
namespace {

int count_of(const output::CsvFile& file, std::string_view key, int usual) {
  const std::optional<std::string> text = output::find_value(file, key);
  const int count = text ? std::atoi(text->c_str()) : 0;
  return count > 0 ? count : usual;
}

// What the files tell beside the draws. How many gradients there were they do not.
class Collector {
 public:
  void add(output::CsvFile file) {
    max_depth_ = count_of(file, "max_depth", 10);
    report_.chains.push_back(output::chain_statistics(file.draws, max_depth_));
    report_.thin = static_cast<std::uint64_t>(count_of(file, "thin", 1));
    report_.thin_auto = output::find_value(file, "autumn_thin") == "auto";
    if (file.times) {
      warmup_.seconds += file.times->warmup_seconds;
      sampling_.seconds += file.times->sampling_seconds;
    }
    tables_.push_back(std::move(file.draws));
  }

  [[nodiscard]] Result<output::RunReport> finish(std::span<const double> percentiles) {
    auto summary = output::summarise(tables_, 0, percentiles);
    if (!summary) return summary.error();
    report_.summary = std::move(summary).value();
    report_.timings = {warmup_, sampling_};
    report_.warnings = output::find_warnings(
        {.summary = report_.summary, .chains = report_.chains, .max_depth = max_depth_});
    return std::move(report_);
  }

 private:
  output::RunReport report_{};
  std::vector<DrawTable> tables_;
  int max_depth_ = 10;
  output::StageTime warmup_{"warmup", 0.0};
  output::StageTime sampling_{"sampling", 0.0};
};

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

// A directory stands for its chains.
Result<std::vector<std::string>> files_of(const SummaryOptions& options) {
  std::vector<std::string> files;
  for (const std::string& path : options.files) {
    std::error_code code;
    if (!std::filesystem::is_directory(path, code)) {
      files.push_back(path);
      continue;
    }
    const std::vector<std::string> chains = output::chain_files(path);
    if (chains.empty()) {
      return Error{
          .message = fmt::format("there are no chain_1.csv, ... in the directory `{}`", path),
          .suggestion = "name the files, as CmdStan's clients have names of their own",
          .where = {}};
    }
    files.insert(files.end(), chains.begin(), chains.end());
  }
  return files;
}

}  // namespace

int run_summary(const SummaryOptions& options) {
  std::vector<double> percentiles;
  if (!options.percentiles.empty()) {
    auto parsed = output::parse_percentiles(options.percentiles);
    if (!parsed) return fail(parsed.error());
    percentiles = std::move(parsed).value();
  }
  const auto files = files_of(options);
  if (!files) return fail(files.error());
  Collector collector;
  for (const std::string& path : files.value()) {
    auto file = output::read_draws(path);
    if (!file) return fail(file.error());
    if (const auto note = output::truncation_note(file.value(), path)) {
      std::fprintf(stderr, "%s\n", note->c_str());
    }
    if (const auto note = output::unfinished_note(file.value().content, path)) {
      std::fprintf(stderr, "%s\n", note->c_str());
    }
    collector.add(std::move(file.value().content));
  }
  auto report = collector.finish(percentiles);
  if (!report) return fail(report.error());
  if (!options.variables.empty()) {
    auto summary = output::selected(report.value().summary, options.variables);
    if (!summary) return fail(summary.error());
    report.value().summary = std::move(summary).value();
  }
  print(report.value(), options);
  return 0;
}

}  // namespace autumn::cli
