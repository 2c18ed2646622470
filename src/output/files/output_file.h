// An output file is written in whole pieces, as they come; the writers of draws stand on it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

#include "base/error.h"

namespace autumn::output {

// Draws are collected and handed to the system when there are enough of them or the oldest has
// waited long enough, and always whole, so that a run that is stopped leaves its finished draws in
// the file.
struct FlushPolicy {
  std::size_t bytes = std::size_t{1} << 16;
  std::chrono::milliseconds interval{1000};
};

// After a failure every call returns that same error, so that a caller may look at the end only.
class OutputFile {
 public:
  // Creates or empties the file.
  [[nodiscard]] static Result<OutputFile> create(const std::string& path,
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
  Status close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;
  using Clock = std::chrono::steady_clock;

  OutputFile(std::string path, File file, const FlushPolicy& policy);
  Status fail(int error_number);

  std::string path_;
  File file_;
  FlushPolicy policy_;
  std::string pending_;
  Clock::time_point last_flush_;
  std::size_t written_ = 0;  // bytes in whole pieces
  Status status_ = Done{};
};

}  // namespace autumn::output
