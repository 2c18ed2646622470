// This file reads files of draws and puts together what they tell.
#include "engine/collected.h"

#include <cstdlib>
#include <optional>

#include "engine/pages/settings.h"
#include "output/files/draw_file.h"

namespace autumn::engine {
namespace {

int count_of(const output::CsvFile& file, std::string_view key, int usual) {
  const std::optional<std::string> text = output::find_value(file, key);
  const int count = text ? std::atoi(text->c_str()) : 0;
  return count > 0 ? count : usual;
}

class Collector {
 public:
  Status add(const std::string& path) {
    auto read = output::read_draws(path);
    if (!read) return read.error();
    for (const auto& note : {output::truncation_note(read.value(), path),
                             output::unfinished_note(read.value().content, path)}) {
      if (note) run_.notes.push_back(*note);
    }
    add(std::move(read.value().content));
    return Done{};
  }

  Result<CollectedRun> finish(std::span<const double> percentiles) && {
    output::RunReport& report = run_.report;
    auto summary = output::summarise(run_.tables, 0, percentiles);
    if (!summary) return summary.error();
    report.summary = std::move(summary).value();
    report.timings = {warmup_, sampling_};
    report.warnings = output::find_warnings(
        {.summary = report.summary, .chains = report.chains, .max_depth = max_depth_});
    return std::move(run_);
  }

 private:
  void add(output::CsvFile file) {
    max_depth_ = count_of(file, "max_depth", 10);
    if (run_.tables.empty()) run_.options = sample_options(file);
    run_.report.chains.push_back(output::chain_statistics(file.draws, max_depth_));
    run_.report.thin = static_cast<std::uint64_t>(count_of(file, "thin", 1));
    run_.report.thin_auto = output::find_value(file, "autumn_thin") == "auto";
    if (file.times) {
      warmup_.seconds += file.times->warmup_seconds;
      sampling_.seconds += file.times->sampling_seconds;
    }
    run_.tables.push_back(std::move(file.draws));
  }

  CollectedRun run_;
  int max_depth_ = 10;
  output::StageTime warmup_{"warmup", 0.0};
  output::StageTime sampling_{"sampling", 0.0};
};

}  // namespace

Result<CollectedRun> collect(std::span<const std::string> files,
                             std::span<const double> percentiles) {
  Collector collector;
  for (const std::string& path : files) {
    if (Status status = collector.add(path); !status) return status.error();
  }
  return std::move(collector).finish(percentiles);
}

}  // namespace autumn::engine
