// This file knows the formats of draws by name.
#include "output/files/draw_writer.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "output/files/binary_writer.h"
#include "output/files/csv_writer.h"
#include "output/files/file_head.h"

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

std::string head_bytes(Format format, const Head& head) {
  return format == Format::kCsv ? csv_head(head) : binary_head(head);
}

namespace {

std::unique_ptr<DrawWriter> writer_of(Format format, OutputFile file) {
  switch (format) {
    case Format::kCsv: return std::make_unique<CsvWriter>(std::move(file));
    case Format::kBinary: return std::make_unique<BinaryWriter>(std::move(file));
  }
  not_of_the_list("the format");
}

}  // namespace

Result<std::unique_ptr<DrawWriter>> create_writer(Format format, const std::string& path,
                                                  const FlushPolicy& policy, Links links) {
  auto file = OutputFile::create(path, policy, links);
  if (!file) return file.error();
  return writer_of(format, std::move(file).value());
}

Status check_resumable(Format format, const std::string& path, const Extent& extent) {
  const Result<std::uint64_t> head = head_size(format, path);
  if (!head) return head.error();
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code || size < head.value() + extent.bytes) {
    return Error{fmt::format("`{}` is shorter than it was: {} bytes, of {} at least", path, size,
                             head.value() + extent.bytes),
                 "",
                 {}};
  }
  const Result<std::uint32_t> checksum = checksum_of(path, head.value(), extent.bytes);
  if (!checksum) return checksum.error();
  if (checksum.value() == extent.checksum) return Done{};
  return Error{fmt::format("`{}` has other draws than were written", path), "", {}};
}

Result<std::unique_ptr<DrawWriter>> resume_writer(Format format, const std::string& path,
                                                  const Head& head, const Extent& extent,
                                                  const FlushPolicy& policy) {
  const std::string wanted = head_bytes(format, head);
  if (Status status = set_head(format, path, wanted, extent.bytes); !status) return status.error();
  auto file = OutputFile::reopen(path, wanted.size() + extent.bytes, policy);
  if (!file) return file.error();
  std::unique_ptr<DrawWriter> writer = writer_of(format, std::move(file).value());
  writer->go_on(head, extent.checksum);
  return writer;
}

}  // namespace autumn::output
