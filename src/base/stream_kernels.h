// This header declares what Streams does with vectors, for every instruction set. Counts are
// rounded up to whole vectors, so that all arrays are read and written up to a multiple of
// kStreamLanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/instruction_set.h"

namespace autumn {

inline constexpr std::size_t kStreamLanes = 8;  // the most of any instruction set

struct StreamKernels {
  struct Key {
    std::array<std::uint64_t, 2> key;
    std::uint64_t iteration;
  };
  // Words 0 to 3 of the first Philox block of each stream.
  void (*first_blocks)(const Key& key, const std::uint64_t* elements, std::size_t count,
                       const std::array<std::uint64_t*, 4>& words) = nullptr;
  // Normal numbers from one word each. Returns a bit per stream: whether it takes more than that.
  std::uint64_t (*normals)(const std::uint64_t* words, std::size_t count, double* out) = nullptr;
  // Likewise, gamma numbers from the words of a normal and of a uniform number.
  std::uint64_t (*gammas)(const std::array<const std::uint64_t*, 2>& words, const double* shapes,
                          std::size_t count, double* out) = nullptr;
};

[[nodiscard]] const StreamKernels& stream_kernels(InstructionSet set);

}  // namespace autumn
