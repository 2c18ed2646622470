// Numbers that everything uses: infinity, NaN, what is finite, and sizes as the 32-bit numbers of
// indices.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace autumn {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

[[nodiscard]] inline bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

// Graphs have fewer nodes, and variables fewer elements, than 32 bits count.
[[nodiscard]] constexpr std::uint32_t as_u32(std::size_t n) {
  return static_cast<std::uint32_t>(n);
}

}  // namespace autumn
