// A draw writer writes one chain's draws, whatever the format of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "output/files/output_file.h"
#include "output/files/run_configuration.h"

namespace autumn::output {

enum class Format { kCsv, kBinary };

// "csv", "bin": what the names of files end in.
[[nodiscard]] std::string_view extension(Format format);

// What warm-up arrived at. `inverse_metric` has n numbers for a diagonal metric, n * n row by row
// for a dense one, and none for a unit metric.
struct Adaptation {
  double stepsize = 0;
  MetricKind metric = MetricKind::kDiagonal;
  std::vector<double> inverse_metric;

  bool operator==(const Adaptation&) const = default;
};

struct ElapsedTimes {
  double warmup_seconds = 0;
  double sampling_seconds = 0;

  bool operator==(const ElapsedTimes&) const = default;
};

// What comes before the first draw: the comment lines of a CSV file, each with its `#` and its end,
// the names of the columns, and the significant digits of numbers in text (-1: six).
struct Head {
  std::string comments;
  std::vector<std::string> columns;
  int precision = 8;

  bool operator==(const Head&) const = default;
};

[[nodiscard]] Head head_of(const RunConfiguration& run, std::span<const std::string> columns);

// The head as a file of this format begins with it.
[[nodiscard]] std::string head_bytes(Format format, const Head& head);

// What stands behind the head of a file of draws, as far as it is of interest: how many bytes, and
// their checksum.
struct Extent {
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0;
};

// Order of calls: write_head (or go_on, in a file that has it), append (warm-up draws, if they are
// saved), write_adaptation (not for fixed_param), append (draws), write_times, close. After a
// failure every call returns that same error, so that a caller may look at the end only. A file
// without `take_place` and `close` is removed.
class DrawWriter {
 public:
  virtual ~DrawWriter() = default;

  virtual Status write_head(const Head& head) = 0;
  // The file has this head, and behind it bytes with this checksum.
  virtual void go_on(const Head& head, std::uint32_t checksum) = 0;
  virtual Status append(std::span<const double> row) = 0;
  virtual Status write_adaptation(const Adaptation& adaptation) = 0;
  virtual Status write_times(const ElapsedTimes& times) = 0;
  virtual Status flush() = 0;
  // What was appended survives a loss of power when this returns.
  virtual Status save() = 0;
  // What was flushed behind the head.
  [[nodiscard]] virtual Extent extent() const = 0;
  // Replaces what was there under the name of the file, which `close` does otherwise.
  virtual Status take_place() = 0;
  virtual Status close() = 0;
};

// What is there already stays until the new file takes its place.
[[nodiscard]] Result<std::unique_ptr<DrawWriter>> create_writer(Format format,
                                                                const std::string& path,
                                                                const FlushPolicy& policy = {},
                                                                Links links = Links::kFollowed);

// Whether a file has a head, and these bytes behind it.
[[nodiscard]] Status check_resumable(Format format, const std::string& path, const Extent& extent);

// Goes on with a file that a run has left, after these bytes behind its head: what is there beyond
// them is dropped, and the head is replaced if it is not this one. An error if the file is gone, or
// shorter; then it is as it was.
[[nodiscard]] Result<std::unique_ptr<DrawWriter>> resume_writer(Format format,
                                                                const std::string& path,
                                                                const Head& head,
                                                                const Extent& extent,
                                                                const FlushPolicy& policy = {});

}  // namespace autumn::output
