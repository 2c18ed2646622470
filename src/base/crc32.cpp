// This file computes CRC-32 eight bytes at a time, by tables (Kounavis and Berry 2005).
#include "base/crc32.h"

#include <array>
#include <bit>
#include <cstring>

namespace autumn {
namespace {

constexpr std::uint32_t kPolynomial = 0xedb88320;  // of IEEE 802.3, bits reversed
constexpr std::size_t kSlices = 8;

using Tables = std::array<std::array<std::uint32_t, 256>, kSlices>;

// Table k: what a byte does to the remainder when k more bytes follow it.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1) != 0 ? kPolynomial : 0);
    tables[0][byte] = rest;
  }
  for (std::size_t k = 1; k < kSlices; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();

static_assert(std::endian::native == std::endian::little, "words begin with their lowest byte");

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  std::uint32_t rest = ~before;
  for (; bytes.size() >= kSlices; bytes.remove_prefix(kSlices)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), kSlices);
    word ^= rest;
    rest = 0;
    for (std::size_t k = 0; k < kSlices; ++k) {
      rest ^= kTables[kSlices - 1 - k][(word >> (8 * k)) & 0xff];
    }
  }
  for (const char byte : bytes) {
    rest = (rest >> 8) ^ kTables[0][(rest ^ static_cast<unsigned char>(byte)) & 0xff];
  }
  return ~rest;
}

}  // namespace autumn
