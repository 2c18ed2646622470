// Numbers that everything uses: infinity, and sizes as the 32-bit numbers of indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace autumn {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Graphs have fewer nodes, and variables fewer elements, than 32 bits count.
[[nodiscard]] constexpr std::uint32_t as_u32(std::size_t n) {
  return static_cast<std::uint32_t>(n);
}

}  // namespace autumn
