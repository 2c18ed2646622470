// The memory layout lets arrays share a place that are never needed at the same time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace autumn::evaluate {

// Numbers in a cache line.
inline constexpr std::size_t kLine = 8;

// An array of `size` numbers that is needed from step `first` to step `last`, both included.
struct Lifetime {
  std::size_t size = 0;
  std::size_t first = 0;
  std::size_t last = 0;
};

// An offset per array, and the total. Arrays of a line and more begin at a line.
struct Layout {
  std::vector<std::size_t> offsets;
  std::size_t size = 0;
};

// Linear scan over the steps with a list of free ranges, best fit.
[[nodiscard]] Layout lay_out(std::span<const Lifetime> lifetimes);

}  // namespace autumn::evaluate
