// This file reads data in Autumn's binary format.
#include "output/files/data_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/crc32.h"
#include "base/printable.h"
#include "output/files/bytes.h"
#include "output/files/write_failure.h"

namespace autumn::output {
namespace {

bool is_regular(const Descriptor& file) {
  struct stat there{};
  return ::fstat(file.number(), &there) == 0 && S_ISREG(there.st_mode);
}

std::size_t pieces_of(std::size_t rows) {
  return rows / kPieceRows + (rows % kPieceRows == 0 ? 0 : 1);
}

// x * y, at most `most`; nothing if it is more.
bool multiply(std::uint64_t& x, std::uint64_t y, std::uint64_t most) {
  return !__builtin_mul_overflow(x, y, &x) && x <= most;
}

void take_numbers(std::string_view bytes, bool is_int, double* to) {
  if (!is_int) {
    std::memcpy(to, bytes.data(), bytes.size());
    return;
  }
  for (std::size_t i = 0; i < bytes.size() / sizeof(std::int32_t); ++i) {
    to[i] = number_at<std::int32_t>(bytes, i * sizeof(std::int32_t));
  }
}

}  // namespace

std::size_t DataEntry::columns() const {
  std::size_t columns = 1;
  for (std::size_t k = 1; k < dims.size(); ++k) columns *= dims[k];
  return columns;
}

std::size_t DataEntry::number_size() const {
  return is_int ? sizeof(std::int32_t) : sizeof(double);
}

bool DataFile::is_at(const std::string& path) {
  return begins_with(path, kDataMagic);
}

bool DataFile::begins_with(const std::string& path, std::string_view magic) {
  // Without waiting for the other end of a pipe, whose bytes are not ours to take.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open() || !is_regular(file)) return false;
  std::string begin(magic.size(), '\0');
  const ssize_t read = ::pread(file.number(), begin.data(), begin.size(), 0);
  return read == static_cast<ssize_t>(begin.size()) && begin == magic;
}

Result<DataFile> DataFile::open(const std::string& path) {
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat there{};
  if (!descriptor.is_open() || ::fstat(descriptor.number(), &there) != 0) {
    return read_failure(errno, path);
  }
  DataFile file(path, std::move(descriptor));
  file.size_ = static_cast<std::uint64_t>(there.st_size);
  if (Status status = file.read_head(); !status) return status.error();
  return file;
}

Error DataFile::damaged(std::string_view what) const {
  return {fmt::format("`{}` is damaged: {}", path_, what),
          "make it again with `autumn convert --to data`",
          {}};
}

Status DataFile::read_bytes(std::uint64_t offset, std::span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count =
        ::pread(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return read_failure(errno, path_);
    if (count == 0) return damaged("it is cut short");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return Done{};
}

Status DataFile::read_head() {
  std::string prelude(kDataPrelude, ' ');
  if (size_ < kDataPrelude) return damaged("it is cut short");
  if (Status status = read_bytes(0, prelude); !status) return status;
  if (!prelude.starts_with(kDataMagic)) {
    return Error{fmt::format("`{}` does not begin as files of data do", path_), {}, {}};
  }
  const auto version = number_at<std::uint32_t>(prelude, 8);
  if (version != kDataVersion) {
    return Error{fmt::format("`{}` has version {} of the format of data, and this program reads "
                             "version {}",
                             path_, version, kDataVersion),
                 "use the version of Autumn that wrote it, or a newer one",
                 {}};
  }
  const auto length = number_at<std::uint32_t>(prelude, 12);
  if (length > size_ - kDataPrelude) return damaged("it is cut short");
  std::string head(length, ' ');
  if (Status status = read_bytes(kDataPrelude, head); !status) return status;
  if (crc32(head) != number_at<std::uint32_t>(prelude, 16)) {
    return damaged("the checksum of its head is wrong");
  }
  auto entries = parse_data_head(head);
  if (!entries) return damaged(entries.error().message);
  entries_ = std::move(entries).value();
  for (const DataEntry& entry : entries_) {
    if (Status status = check(entry); !status) return status;
  }
  return Done{};
}

// What the head promises is in the file, so that memory is asked for only for what is there.
Status DataFile::check(const DataEntry& entry) const {
  const auto is_inside = [&](std::uint64_t offset, std::uint64_t bytes) {
    return bytes == 0 || (offset <= size_ && bytes <= size_ - offset);
  };
  std::uint64_t columns = 1;
  bool fits = true;
  for (std::size_t k = 1; k < entry.dims.size(); ++k) {
    fits = fits && multiply(columns, entry.dims[k], size_);
  }
  std::uint64_t bytes = entry.number_size(), checksums = sizeof(std::uint32_t);
  fits = fits && multiply(bytes, columns, size_) && multiply(bytes, entry.rows(), size_) &&
         multiply(checksums, columns, size_) && multiply(checksums, pieces_of(entry.rows()), size_);
  if (fits && is_inside(entry.offset, bytes) && is_inside(entry.checksums, checksums)) {
    return Done{};
  }
  return damaged(fmt::format("it has not all numbers of `{}`", printable_beginning(entry.name)));
}

Result<std::vector<double>> DataFile::read(const DataEntry& entry) const {
  return read(entry, {.first = 0, .count = entry.rows()});
}

Result<std::vector<double>> DataFile::read(const DataEntry& entry, RowRange rows) const {
  AUTUMN_CHECK(rows.first % kPieceRows == 0 && rows.first + rows.count <= entry.rows(),
               "rows are read by whole pieces");
  const std::size_t number = entry.number_size(), pieces = pieces_of(entry.rows());
  const std::size_t end = rows.first + rows.count;
  AUTUMN_CHECK(end % kPieceRows == 0 || end == entry.rows(), "rows are read by whole pieces");
  std::vector<double> numbers(rows.count * entry.columns());
  std::vector<char> piece(std::min(rows.count, kPieceRows) * number);
  std::vector<std::uint32_t> sums(pieces_of(rows.count));
  double* to = numbers.data();
  for (std::size_t column = 0; column < entry.columns(); ++column) {
    const std::size_t first = column * pieces + rows.first / kPieceRows;
    const Status status = read_bytes(entry.checksums + first * sizeof(std::uint32_t),
                                     {reinterpret_cast<char*>(sums.data()), sums.size() * 4});
    if (!status) return status.error();
    for (std::size_t row = rows.first; row < end; row += kPieceRows) {
      const std::size_t count = std::min(kPieceRows, end - row);
      const std::span<char> bytes(piece.data(), count * number);
      const std::uint64_t place = entry.offset + (column * entry.rows() + row) * number;
      if (Status read = read_bytes(place, bytes); !read) return read.error();
      const std::string_view text(bytes.data(), bytes.size());
      if (crc32(text) != sums[(row - rows.first) / kPieceRows]) {
        return damaged(fmt::format("a checksum of the numbers of `{}` is wrong",
                                   printable_beginning(entry.name)));
      }
      take_numbers(text, entry.is_int, to);
      to += count;
    }
  }
  return numbers;
}

}  // namespace autumn::output
