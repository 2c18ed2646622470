// A digest is a number by which bytes are recognised: it tells accidents, not malice.
#pragma once

#include <cstdint>
#include <string_view>

namespace autumn {

// FNV-1a, 64 bits.
[[nodiscard]] constexpr std::uint64_t digest(std::string_view bytes) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char byte : bytes) {
    value ^= static_cast<unsigned char>(byte);
    value *= 0x100000001b3U;
  }
  return value;
}

}  // namespace autumn
