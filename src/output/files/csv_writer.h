// A CSV writer writes one chain's draws to a file in CmdStan's CSV format, as they come.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "output/files/draw_writer.h"

namespace autumn::output {

class CsvWriter final : public DrawWriter {
 public:
  explicit CsvWriter(OutputFile file) : file_(std::move(file)) {}
  // The file with its head.
  [[nodiscard]] static Result<CsvWriter> open(const std::string& path, const RunConfiguration& run,
                                              std::span<const std::string> columns,
                                              const FlushPolicy& policy = {});

  Status write_head(const Head& head) override;
  void go_on(const Head& head, std::uint32_t checksum) override;
  Status append(std::span<const double> row) override;
  Status write_adaptation(const Adaptation& adaptation) override;
  Status write_times(const ElapsedTimes& times) override;
  Status flush() override { return file_.flush(); }
  Status save() override { return file_.save(); }
  [[nodiscard]] Extent extent() const override {
    return {file_.written() - head_size_, file_.checksum()};
  }
  Status take_place() override { return file_.take_place(); }
  Status close() override { return file_.close(); }

 private:
  // From now on rows are those of this head.
  void expect(const Head& head);
  void append_matrix_row(std::span<const double> row);

  OutputFile file_;
  std::uint64_t head_size_ = 0;
  int precision_ = 8;
  std::vector<bool> is_integer_;  // per column
};

[[nodiscard]] std::string csv_head(const Head& head);

}  // namespace autumn::output
