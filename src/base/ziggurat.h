// This header has the tables of the ziggurat, by which normal numbers are drawn.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace autumn {

// Ziggurat of Marsaglia and Tsang (2000) in Doornik's (2005) form: 128 blocks of equal area under
// exp(-x^2/2). A position u in (-1, 1) within block b is a draw u * edge[b] at once if
// |u| < ratio[b].
struct ZigguratTables {
  static constexpr std::size_t kBlocks = 128;
  static constexpr std::uint64_t kBlockBits = kBlocks - 1;  // of a word: those that name a block
  static constexpr double kTail = 3.442619855899;           // where the tail begins
  static constexpr double kArea = 9.91256303526217e-3;      // of each block
  std::array<double, kBlocks + 1> edge{};
  std::array<double, kBlocks> ratio{};

  ZigguratTables();
};

[[nodiscard]] const ZigguratTables& ziggurat();

}  // namespace autumn
