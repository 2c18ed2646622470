// The head of a file of draws is replaced where a run is to have more draws than it promised.
#pragma once

#include <cstdint>
#include <string>

#include "output/files/draw_writer.h"

namespace autumn::output {

// How many bytes the head of this file has. An error if the file cannot be read, or has none.
[[nodiscard]] Result<std::uint64_t> head_size(Format format, const std::string& path);

// The checksum of so many bytes of a file, from a place on.
[[nodiscard]] Result<std::uint32_t> checksum_of(const std::string& path, std::uint64_t from,
                                                std::uint64_t bytes);

// Gives the file this head, if it has another one, and so many of the bytes behind it. The file is
// replaced as a whole; an error leaves it as it was.
[[nodiscard]] Status set_head(Format format, const std::string& path, const std::string& head,
                              std::uint64_t bytes);

// What a file has around its draws, byte for byte: so many bytes behind the head.
struct Frame {
  std::string head;
  std::string ending;
};
[[nodiscard]] Result<Frame> read_frame(Format format, const std::string& path, std::uint64_t bytes);
// Gives the file this frame around so many of the bytes behind its head.
[[nodiscard]] Status write_frame(Format format, const std::string& path, const Frame& frame,
                                 std::uint64_t bytes);

}  // namespace autumn::output
