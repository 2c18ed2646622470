// The checksum of zlib, PNG and Python's zlib.crc32, by which damaged files are known.
#pragma once

#include <cstdint>
#include <string_view>

namespace autumn {

// Of all bytes; with the checksum of what stands before them, of both.
[[nodiscard]] std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace autumn
