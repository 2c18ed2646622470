// This file reads files of draws in either format, and converts them.
#include "output/files/draw_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "base/memory.h"
#include "base/words.h"
#include "output/files/binary_format.h"
#include "output/files/data_file.h"
#include "output/files/write_failure.h"

namespace autumn::output {
namespace {

// Either format begins otherwise than with bytes that are no text.
bool is_something_else(std::string_view bytes) {
  return bytes.find('\0') != std::string_view::npos && !bytes.starts_with(kBinaryMagic);
}

// Pipes tell no size, and neither do they end when somebody would like them to: what is no file of
// draws is not read to its end.
Result<std::string> read_stream(std::istream& stream, const std::string& path) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::string bytes;
  for (std::vector<char> piece(kPiece); stream;) {
    stream.read(piece.data(), static_cast<std::streamsize>(kPiece));
    bytes.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (bytes.size() <= kPiece && is_something_else(bytes)) return bytes;
    if (bytes.size() <= physical_memory() / 4 || physical_memory() == 0) continue;
    return Error{fmt::format("`{}` has more than {} bytes, and does not fit into memory", path,
                             bytes.size()),
                 "name a file of draws",
                 {}};
  }
  return bytes;
}

Result<std::string> read_bytes(const std::string& path) {
  if (path == "-") return read_stream(std::cin, "standard input");
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return read_failure(EISDIR, path);
  errno = 0;
  if (!std::filesystem::is_regular_file(path, code)) {
    std::ifstream stream(path, std::ios::binary);
    return stream ? read_stream(stream, path) : read_failure(errno, path);
  }
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  std::string bytes;
  if (stream) {
    bytes.resize(static_cast<std::size_t>(std::max<std::streamoff>(stream.tellg(), 0)));
    stream.seekg(0);
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  if (stream) return bytes;
  return read_failure(errno, path);
}

// Six digits is what a file without a word on it has.
int precision_of(const CsvFile& file) {
  const std::optional<std::string> text = find_value(file, "sig_figs");
  return text ? std::atoi(text->c_str()) : -1;
}

std::int64_t number_of(const CsvFile& file, std::string_view key) {
  const std::optional<std::string> text = find_value(file, key);
  return text ? std::atoll(text->c_str()) : 0;
}

void append_rows(DrawWriter& writer, const DrawTable& rows) {
  for (std::size_t r = 0; r < rows.rows(); ++r) (void)writer.append(rows.row(r));
}

}  // namespace

Result<DrawFile> read_draws(const std::string& path) {
  const auto bytes = read_bytes(path);
  if (!bytes) return bytes.error();
  if (bytes.value().starts_with(kDataMagic) || bytes.value().starts_with('{')) {
    return Error{fmt::format("`{}` is no file of draws: it begins as {} does", path,
                             bytes.value()[0] == '{' ? "JSON" : "a file of data"),
                 "name a file of draws",
                 {}};
  }
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

std::optional<std::string> unfinished_note(const CsvFile& content, const std::string& path) {
  const std::int64_t samples = number_of(content, "num_samples");
  const std::int64_t thin = std::max<std::int64_t>(number_of(content, "thin"), 1);
  const std::int64_t draws = (samples + thin - 1) / thin;
  const auto rows = static_cast<std::int64_t>(content.draws.rows());
  if (rows >= draws) return std::nullopt;
  return fmt::format("{} has {} of {} {}: {}.", path, with_commas(rows), with_commas(draws),
                     noun_for(draws, "draw"),
                     content.times ? "the run was ended early" : "unfinished");
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
