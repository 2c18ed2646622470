// This file finds the ends of heads, and puts others in their place.
#include "output/files/file_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "output/files/binary_format.h"
#include "output/files/output_file.h"
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
Status copy(std::ifstream& from, std::uint64_t bytes, OutputFile& to, const std::string& path) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  std::string piece;
  while (bytes > 0) {
    piece.resize(std::min(bytes, kPiece));
    if (!from.read(piece.data(), static_cast<std::streamsize>(piece.size()))) {
      return Error{fmt::format("`{}` is shorter than it was", path), "", {}};
    }
    to.pending() += piece;
    if (Status status = to.flush(); !status) return status;
    bytes -= piece.size();
  }
  return Done{};
}

}  // namespace

Result<std::uint64_t> head_size(Format format, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return read_failure(errno, path);
  return format == Format::kCsv ? csv_head_size(file, path) : binary_head_size(file, path);
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
