// Data in Autumn's binary format (docs/formats.md): arrays of numbers with a head that names them,
// column by column, so that some rows can be read without the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "output/files/descriptor.h"

namespace autumn::output {

inline constexpr std::string_view kDataMagic = "AUTUMNDA";
inline constexpr std::uint32_t kDataVersion = 1;
// Magic, version, the length of the head, the checksum of the head, and four bytes that are zero.
inline constexpr std::size_t kDataPrelude = 24;
// Arrays begin at multiples of this.
inline constexpr std::size_t kDataAlignment = 64;
// So many rows of a column have a checksum of their own.
inline constexpr std::size_t kPieceRows = std::size_t{1} << 15;

// One variable of a file. Rows are the first index, and columns all others together: numbers lie
// with the first index fastest.
struct DataEntry {
  std::string name;
  std::vector<std::size_t> dims;  // none for a lone number
  bool is_int = false;            // of 32 bits; else doubles
  std::uint64_t offset = 0;       // of the numbers in the file
  std::uint64_t checksums = 0;    // offset of those of its pieces, column by column

  [[nodiscard]] std::size_t rows() const { return dims.empty() ? 1 : dims[0]; }
  [[nodiscard]] std::size_t columns() const;
  [[nodiscard]] std::size_t number_size() const;
};

struct RowRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

// An open file of data. Everything in it is checked before it is believed, the numbers of a piece
// when they are read. They are copied and not mapped: what happens to a mapped file while it is
// read kills the process.
class DataFile {
 public:
  // Whether the file is there, can be read again and again, and begins as such files do.
  [[nodiscard]] static bool is_at(const std::string& path);
  // Whether a plain file begins with these bytes.
  [[nodiscard]] static bool begins_with(const std::string& path, std::string_view magic);
  [[nodiscard]] static Result<DataFile> open(const std::string& path);

  [[nodiscard]] const std::vector<DataEntry>& entries() const { return entries_; }
  // All numbers, or some rows of each column; the first is a multiple of kPieceRows.
  [[nodiscard]] Result<std::vector<double>> read(const DataEntry& entry) const;
  [[nodiscard]] Result<std::vector<double>> read(const DataEntry& entry, RowRange rows) const;

 private:
  DataFile(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  [[nodiscard]] Status read_head();
  [[nodiscard]] Status read_bytes(std::uint64_t offset, std::span<char> bytes) const;
  [[nodiscard]] Status check(const DataEntry& entry) const;
  [[nodiscard]] Error damaged(std::string_view what) const;

  std::string path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
  std::vector<DataEntry> entries_;
};

// The variables that a head in JSON names; an error says what is wrong with it.
[[nodiscard]] Result<std::vector<DataEntry>> parse_data_head(std::string_view json);

// A variable to be written; if it is of integers, all are whole numbers of 32 bits.
struct DataView {
  std::string_view name;
  std::span<const std::size_t> dims;
  bool is_int = false;
  std::span<const double> numbers;
};

// What is there stays if anything fails.
[[nodiscard]] Status write_data_file(const std::string& path, std::span<const DataView> variables);

}  // namespace autumn::output
