// This file finds the ends of heads, and puts others in their place.
#include "output/files/file_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/crc32.h"
#include "output/files/binary_format.h"
#include "output/files/output_file.h"
#include "output/files/plain_file.h"
#include "output/files/write_failure.h"

namespace autumn::output {
namespace {

Error no_head(const std::string& path) {
  return {fmt::format("`{}` does not begin as a file of draws", path), "", {}};
}

// Comments, and the line with the names of the columns.
Result<std::uint64_t> csv_head_size(std::ifstream& file, const std::string& path) {
  std::uint64_t size = 0;
  for (std::string line; std::getline(file, line);) {
    if (file.eof()) break;
    size += line.size() + 1;
    if (!line.starts_with('#')) return size;
  }
  return no_head(path);
}

Result<std::uint64_t> binary_head_size(std::ifstream& file, const std::string& path) {
  char prelude[kBinaryPrelude];
  if (!file.read(prelude, sizeof prelude)) return no_head(path);
  if (std::string_view(prelude, kBinaryMagic.size()) != kBinaryMagic) return no_head(path);
  std::uint32_t length = 0;
  std::memcpy(&length, prelude + kBinaryPrelude - sizeof length, sizeof length);
  return kBinaryPrelude + std::uint64_t{length};
}

// The bytes of a file from its current place on, in pieces.
template <class Take>
Status read_pieces(std::ifstream& from, std::uint64_t bytes, const std::string& path,
                   const Take& take) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  std::string piece;
  while (bytes > 0) {
    piece.resize(std::min(bytes, kPiece));
    if (!from.read(piece.data(), static_cast<std::streamsize>(piece.size()))) {
      return Error{fmt::format("`{}` is shorter than it was", path), "", {}};
    }
    if (Status status = take(piece); !status) return status;
    bytes -= piece.size();
  }
  return Done{};
}

Status copy(std::ifstream& from, std::uint64_t bytes, OutputFile& to, const std::string& path) {
  return read_pieces(from, bytes, path, [&](const std::string& piece) {
    to.pending() += piece;
    return to.flush();
  });
}

}  // namespace

Result<std::uint64_t> head_size(Format format, const std::string& path) {
  if (const Status status = check_plain(path); !status) return status.error();
  std::ifstream file(path, std::ios::binary);
  if (!file) return read_failure(errno, path);
  return format == Format::kCsv ? csv_head_size(file, path) : binary_head_size(file, path);
}

Result<Frame> read_frame(Format format, const std::string& path, std::uint64_t bytes) {
  const Result<std::uint64_t> size = head_size(format, path);
  if (!size) return size.error();
  Frame frame;
  frame.head.resize(size.value());
  std::ifstream file(path, std::ios::binary);
  file.read(frame.head.data(), static_cast<std::streamsize>(frame.head.size()));
  file.seekg(static_cast<std::streamoff>(size.value() + bytes));
  if (!file) return no_head(path);
  frame.ending.assign(std::istreambuf_iterator<char>(file), {});
  return frame;
}

Status write_frame(Format format, const std::string& path, const Frame& frame,
                   std::uint64_t bytes) {
  if (Status status = set_head(format, path, frame.head, bytes); !status) return status;
  auto file = OutputFile::reopen(path, frame.head.size() + bytes);
  if (!file) return file.error();
  file.value().pending() = frame.ending;
  if (Status saved = file.value().save(); !saved) return saved;
  return file.value().close();
}

Result<std::uint32_t> checksum_of(const std::string& path, std::uint64_t from,
                                  std::uint64_t bytes) {
  std::ifstream file(path, std::ios::binary);
  if (!file || !file.seekg(static_cast<std::streamoff>(from))) return read_failure(errno, path);
  std::uint32_t checksum = 0;
  const Status status = read_pieces(file, bytes, path, [&](const std::string& piece) {
    checksum = crc32(piece, checksum);
    return Status(Done{});
  });
  if (!status) return status.error();
  return checksum;
}

Status set_head(Format format, const std::string& path, const std::string& head,
                std::uint64_t bytes) {
  const Result<std::uint64_t> size = head_size(format, path);
  if (!size) return size.error();
  std::ifstream old(path, std::ios::binary);
  std::string there(size.value(), '\0');
  if (!old.read(there.data(), static_cast<std::streamsize>(there.size()))) return no_head(path);
  if (there == head) return Done{};
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  OutputFile& changed = file.value();
  changed.pending() = head;
  if (Status copied = copy(old, bytes, changed, path); !copied) return copied;
  if (Status saved = changed.save(); !saved) return saved;
  return changed.close();
}

}  // namespace autumn::output
