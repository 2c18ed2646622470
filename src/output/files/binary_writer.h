// A binary writer writes one chain's draws to a file in Autumn's binary format, as they come.
#pragma once

#include <span>
#include <string_view>

#include "output/files/draw_writer.h"

namespace autumn::output {

class BinaryWriter final : public DrawWriter {
 public:
  explicit BinaryWriter(OutputFile file) : file_(std::move(file)) {}
  BinaryWriter(BinaryWriter&&) noexcept = default;
  BinaryWriter& operator=(BinaryWriter&&) = delete;
  // Hands over what is left, ignoring errors; `close` reports them.
  ~BinaryWriter() override { end_rows(); }

  Status write_head(const Head& head) override;
  void go_on(const Head& head, std::uint32_t checksum) override;
  Status append(std::span<const double> row) override;
  Status write_adaptation(const Adaptation& adaptation) override;
  Status write_times(const ElapsedTimes& times) override;
  Status flush() override;
  Status save() override;
  [[nodiscard]] Extent extent() const override {
    return {file_.written() - head_size_, file_.checksum()};
  }
  Status take_place() override { return file_.take_place(); }
  Status close() override;

 private:
  // From now on rows are those of this head.
  void expect(const Head& head);
  // Rows are collected in one open chunk, whose length is known when it ends.
  void begin_rows();
  void end_rows();
  void write_chunk(std::string_view name, std::span<const double> numbers);

  OutputFile file_;
  std::uint64_t head_size_ = 0;
  std::size_t columns_ = 0;
  std::size_t rows_begin_ = 0;  // where the content of the open chunk begins in what waits
  bool has_open_rows_ = false;
};

[[nodiscard]] std::string binary_head(const Head& head);

}  // namespace autumn::output
