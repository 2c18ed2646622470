// Writes one chain's draws to a file in CmdStan's CSV format, as they come.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "output/run_configuration.h"

namespace autumn::output {

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

// Rows are collected and handed to the system when there are enough of them or the oldest has
// waited long enough, and always in whole lines, so that a run that is stopped leaves its finished
// draws in the file.
struct FlushPolicy {
  std::size_t bytes = std::size_t{1} << 16;
  std::chrono::milliseconds interval{1000};
};

// Order of calls: open, append (warm-up draws, if they are saved), write_adaptation (not for
// fixed_param), append (draws), write_times, close. After a failure every call returns that same
// error, so that a caller may look at the end only.
class CsvWriter {
 public:
  // Creates or empties the file, and writes the head and the names of the columns.
  [[nodiscard]] static Result<CsvWriter> open(const std::string& path, const RunConfiguration& run,
                                              std::span<const std::string> columns,
                                              const FlushPolicy& policy = {});

  CsvWriter(CsvWriter&&) noexcept = default;
  CsvWriter& operator=(CsvWriter&&) = delete;  // it would drop what the old file still waits for
  // Hands over what is left, ignoring errors; `close` reports them.
  ~CsvWriter();

  Status append(std::span<const double> row);
  Status write_adaptation(const Adaptation& adaptation);
  Status write_times(const ElapsedTimes& times);
  Status flush();
  Status close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;
  using Clock = std::chrono::steady_clock;

  CsvWriter(std::string path, File file, const FlushPolicy& policy);
  Status flush_if_due();
  Status fail(int error_number);
  void append_matrix_row(std::span<const double> row);

  std::string path_;
  File file_;
  FlushPolicy policy_;
  int precision_ = 8;
  bool has_adaptation_ = true;
  std::vector<bool> is_integer_;  // per column
  std::string pending_;
  Clock::time_point last_flush_;
  Status status_ = Done{};
};

}  // namespace autumn::output
