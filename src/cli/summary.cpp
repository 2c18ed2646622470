// The subcommand `autumn summary` turns files of draws into a table and warnings, or into JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "output/files/chain_files.h"
#include "output/files/draw_file.h"
#include "output/files/plain_file.h"
#include "output/files/replacement.h"
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

// Draws that were converted lie beside those that they were made of: a chain counts once. Where a
// run was converted before it was over, one format has more chains.
std::vector<std::string> in_one_format(std::vector<std::string> chains, const std::string& path) {
  const auto is_text = [](const std::string& chain) { return chain.ends_with(".csv"); };
  const auto texts = static_cast<std::size_t>(std::ranges::count_if(chains, is_text));
  if (texts == 0 || texts == chains.size()) return chains;
  const bool takes_text = 2 * texts >= chains.size();
  std::erase_if(chains, [&](const std::string& chain) { return is_text(chain) != takes_text; });
  std::fprintf(stderr, "`%s` has chains in two formats: those that end in %s are summarised.\n",
               printable_line(path).c_str(), takes_text ? ".csv" : ".bin");
  return chains;
}

// A chain that is counted twice would pass for two that agree.
Status check_different(const std::vector<std::string>& files) {
  const auto without_ending = [](const std::string& path) {
    return std::filesystem::path(path).replace_extension().string();
  };
  for (std::size_t k = 0; k < files.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      const bool is_same = output::is_same_file(files[j], files[k]);
      const bool is_converted =
          output::is_chain_file(std::filesystem::path(files[k]).filename().string()) &&
          output::is_chain_file(std::filesystem::path(files[j]).filename().string()) &&
          output::is_same_file(without_ending(files[j]), without_ending(files[k]));
      if (!is_same && !is_converted) continue;
      return Error{.message = fmt::format("`{}` and `{}` are the same chain", files[j], files[k]),
                   .suggestion = "name each chain once",
                   .where = {}};
    }
  }
  return Done{};
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
    const std::vector<std::string> chains = in_one_format(output::chain_files(path), path);
    for (const std::string& chain : chains) {
      if (const Status status = output::check_plain(chain); !status) return status.error();
    }
    if (chains.empty()) {
      return Error{
          .message = fmt::format("there are no chain_1.csv, ... in the directory `{}`", path),
          .suggestion = "name the files, as CmdStan's clients have names of their own",
          .where = {}};
    }
    files.insert(files.end(), chains.begin(), chains.end());
  }
  const Status status = check_different(files);
  return status ? Result(std::move(files)) : status.error();
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
      std::fprintf(stderr, "%s\n", printable_line(*note).c_str());
    }
    if (const auto note = output::unfinished_note(file.value().content, path)) {
      std::fprintf(stderr, "%s\n", printable_line(*note).c_str());
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
