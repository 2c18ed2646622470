// This file knows the formats of draws by name.
#include "output/files/draw_writer.h"

#include "output/files/binary_writer.h"
#include "output/files/csv_writer.h"

namespace autumn::output {

std::string_view extension(Format format) {
  switch (format) {
    case Format::kCsv: return "csv";
    case Format::kBinary: return "bin";
  }
  internal_error("every format has an extension", __FILE__, __LINE__);
}

Head head_of(const RunConfiguration& run, std::span<const std::string> columns) {
  return {.comments = header_text(run),
          .columns = {columns.begin(), columns.end()},
          .precision = run.sig_figs};
}

Result<std::unique_ptr<DrawWriter>> create_writer(Format format, const std::string& path,
                                                  const FlushPolicy& policy) {
  auto file = OutputFile::create(path, policy);
  if (!file) return file.error();
  std::unique_ptr<DrawWriter> writer;
  switch (format) {
    case Format::kCsv: writer = std::make_unique<CsvWriter>(std::move(file).value()); break;
    case Format::kBinary: writer = std::make_unique<BinaryWriter>(std::move(file).value()); break;
  }
  return writer;
}

}  // namespace autumn::output
