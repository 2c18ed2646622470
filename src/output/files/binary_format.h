// This header has what writer and reader of the binary format of draws share; docs/formats.md
// describes it.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace autumn::output {

// Numbers are written as they lie in memory; the files are little-endian by definition.
static_assert(std::endian::native == std::endian::little,
              "binary files of draws need a little-endian machine");

inline constexpr std::string_view kBinaryMagic = "AUTUMNDR";
inline constexpr std::uint32_t kBinaryVersion = 1;

// Magic, version and the length of the head in bytes.
inline constexpr std::size_t kBinaryPrelude = 16;
// Everything begins at a multiple of this, so that a file can be mapped and read in place.
inline constexpr std::size_t kBinaryAlignment = 8;

// A chunk: its name in eight characters, the length of its content in bytes, the content.
inline constexpr std::size_t kChunkName = 8;
inline constexpr std::size_t kChunkPrelude = 16;
inline constexpr std::string_view kRowsChunk = "rows    ";
inline constexpr std::string_view kAdaptationChunk = "adapt   ";
inline constexpr std::string_view kTimesChunk = "times   ";

}  // namespace autumn::output
