// This file reads files of draws in either format, and converts them.
#include "output/files/draw_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include "output/files/binary_format.h"

namespace autumn::output {
namespace {

Result<std::string> read_bytes(const std::string& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  std::string bytes;
  if (stream) {
    bytes.resize(static_cast<std::size_t>(std::max<std::streamoff>(stream.tellg(), 0)));
    stream.seekg(0);
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  if (stream) return bytes;
  return Error{fmt::format("cannot read '{}': {}", path,
                           std::generic_category().message(errno == 0 ? EIO : errno)),
               "Look for a misspelt name or directory.",
               {}};
}

// Six digits is what a file without a word on it has.
int precision_of(const CsvFile& file) {
  const std::optional<std::string> text = find_value(file, "sig_figs");
  return text ? std::atoi(text->c_str()) : -1;
}

void append_rows(DrawWriter& writer, const DrawTable& rows) {
  for (std::size_t r = 0; r < rows.rows(); ++r) (void)writer.append(rows.row(r));
}

}  // namespace

Result<DrawFile> read_draws(const std::string& path) {
  const auto bytes = read_bytes(path);
  if (!bytes) return bytes.error();
  const bool is_binary = bytes.value().starts_with(kBinaryMagic);
  auto content = is_binary ? parse_binary(bytes.value(), path) : parse_csv(bytes.value(), path);
  if (!content) return content.error();
  return DrawFile{is_binary ? Format::kBinary : Format::kCsv, std::move(content).value()};
}

std::optional<std::string> truncation_note(const DrawFile& file, const std::string& path) {
  if (!file.content.is_truncated) return std::nullopt;
  return fmt::format("{} ends in the middle of a {}, which is left out.", path,
                     file.format == Format::kCsv ? "line" : "row");
}

Status write_draws(const CsvFile& content, Format format, const std::string& path) {
  auto created = create_writer(format, path);
  if (!created) return created.error();
  DrawWriter& writer = *created.value();
  (void)writer.write_head({.comments = content.comments,
                           .columns = content.draws.names(),
                           .precision = precision_of(content)});
  append_rows(writer, content.warmup);
  if (content.adaptation) (void)writer.write_adaptation(*content.adaptation);
  append_rows(writer, content.draws);
  if (content.times) (void)writer.write_times(*content.times);
  return writer.close();
}

}  // namespace autumn::output
