// An output file is written in whole pieces, as they come, and is on the disk soon after; the
// writers of draws stand on it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "output/files/new_file.h"

namespace autumn::output {

// Draws are collected and handed to the system when there are enough of them or the oldest has
// waited long enough, and always whole, so that a run that is stopped leaves its finished draws in
// the file.
struct FlushPolicy {
  std::size_t bytes = std::size_t{1} << 16;
  std::chrono::milliseconds interval{1000};
};

// After a failure every call returns that same error, so that a caller may look at the end only.
// What is there already stays until the new file takes its place: at the end, or when it is told
// to. A file that is neither told nor closed is removed.
class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> create(const std::string& path,
                                                 const FlushPolicy& policy = {},
                                                 Links links = Links::kFollowed);

  // Goes on with a file that is there, after its first `bytes` bytes: what comes behind them is
  // dropped. An error if it has fewer.
  [[nodiscard]] static Result<OutputFile> reopen(const std::string& path, std::uint64_t bytes,
                                                 const FlushPolicy& policy = {});

  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;  // it would drop what the old file still waits for
  // Hands over what is left, ignoring errors; `close` reports them.
  ~OutputFile();

  // What waits: a writer appends to it.
  [[nodiscard]] std::string& pending() { return pending_; }
  [[nodiscard]] const Status& status() const { return status_; }
  // Whether `more` bytes beside those that wait, or their age, are a reason to flush.
  [[nodiscard]] bool is_due(std::size_t more = 0) const;
  Status flush();
  // Flushes, and comes back when all of it would survive a loss of power.
  Status save();
  // Bytes that were flushed, from the beginning of the file.
  [[nodiscard]] std::uint64_t written() const { return written_; }
  // Of the bytes that were flushed since it was set last; they go on from this number.
  [[nodiscard]] std::uint32_t checksum() const { return checksum_; }
  void set_checksum(std::uint32_t checksum) { checksum_ = checksum; }
  Status take_place();
  Status close();

 private:
  using Clock = std::chrono::steady_clock;

  OutputFile(NewFile file, const FlushPolicy& policy);
  [[nodiscard]] bool write_pending();
  void save_now();
  Status fail(int error_number);

  NewFile file_;
  FlushPolicy policy_;
  std::string pending_;
  Clock::time_point last_flush_;
  Clock::time_point last_save_;
  std::uint64_t written_ = 0;  // bytes in whole pieces
  std::uint32_t checksum_ = 0;
  Status status_ = Done{};
};

}  // namespace autumn::output
