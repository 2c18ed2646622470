// This header mixes hashes for hash-consing.
#pragma once

#include <cstdint>

namespace autumn::expr {

// The finaliser of splitmix64 over a running combination: cheap, and every bit of the input reaches
// every bit.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t z = seed * 0x9e3779b97f4a7c15ULL + value + 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace autumn::expr
