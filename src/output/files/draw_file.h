// This header reads files of draws whatever their format, which is found out from their first
// bytes, and writes them again in another format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "output/files/csv_reader.h"
#include "output/files/draw_writer.h"

namespace autumn::output {

struct DrawFile {
  Format format = Format::kCsv;
  CsvFile content;
};

// `name` is what errors call the file.
[[nodiscard]] Result<CsvFile> parse_binary(std::string_view bytes, const std::string& name);
// Either format.
[[nodiscard]] Result<DrawFile> read_draws(const std::string& path);

// What a file without its last, unfinished line or row must say about itself; nothing if it is
// whole.
[[nodiscard]] std::optional<std::string> truncation_note(const DrawFile& file,
                                                         const std::string& path);

// What a file with fewer draws than its head promises must say about itself; nothing if it has them
// all, or promises nothing.
[[nodiscard]] std::optional<std::string> unfinished_note(const CsvFile& content,
                                                         const std::string& path);

// Writes everything that was read. CSV made of a binary file of Autumn has the bytes that the run
// would have written as CSV, and CSV made of binary made of CSV of Autumn those it was made of.
[[nodiscard]] Status write_draws(const CsvFile& content, Format format, const std::string& path);

}  // namespace autumn::output
