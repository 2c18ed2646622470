// This header reads files in CmdStan's CSV format: ours, and those of CmdStan and its kin.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "output/files/draw_writer.h"

namespace autumn::output {

// One `key = value` of the head. The path names the enclosing categories:
// "method.sample.num_samples", "data.file".
struct ConfigurationEntry {
  std::string path;
  std::string value;  // without the mark ` (Default)`
  bool is_default = false;

  bool operator==(const ConfigurationEntry&) const = default;
};

struct CsvFile {
  std::string comments;  // the lines before the names, as they are
  std::vector<ConfigurationEntry> configuration;
  DrawTable warmup;  // rows before the adaptation block, if the run saved them
  DrawTable draws;
  std::optional<Adaptation> adaptation;
  std::optional<ElapsedTimes> times;
  // The last line had no end: the run was killed while it wrote. That line is not among the draws.
  bool is_truncated = false;
};

// The value whose path is `key` or ends in `.key`, or nothing: find(..., "num_samples"), find(...,
// "data.file").
[[nodiscard]] std::optional<std::string> find_value(const CsvFile& file, std::string_view key);

// `name` is what errors call the file.
[[nodiscard]] Result<CsvFile> parse_csv(std::string_view text, const std::string& name);
[[nodiscard]] Result<CsvFile> read_csv(const std::string& path);

}  // namespace autumn::output
