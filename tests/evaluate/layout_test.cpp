// These tests look at the memory layout: what is needed at the same time is apart, and memory is
// used again.
#include "evaluate/layout.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace autumn::evaluate {
namespace {

bool overlap(std::size_t a, std::size_t a_size, std::size_t b, std::size_t b_size) {
  return a < b + b_size && b < a + a_size;
}

TEST(Layout, ArraysAliveTogetherDoNotOverlap) {
  Random random({.seed = 5, .chain = 0, .purpose = Purpose::kTest, .iteration = 0, .element = 0});
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::vector<Lifetime> lifetimes;
    for (int i = 0; i < 100; ++i) {
      const std::size_t first = random.below(60);
      const std::size_t size = random.below(2) == 0 ? random.below(8) : random.below(300);
      lifetimes.push_back({size, first, first + random.below(20)});
    }
    const Layout layout = lay_out(lifetimes);
    for (std::size_t i = 0; i < lifetimes.size(); ++i) {
      const Lifetime& a = lifetimes[i];
      EXPECT_LE(layout.offsets[i] + a.size, layout.size);
      EXPECT_TRUE(a.size < 8 || layout.offsets[i] % 8 == 0);
      for (std::size_t j = 0; j < i; ++j) {
        const Lifetime& b = lifetimes[j];
        const bool together = a.first <= b.last && b.first <= a.last;
        const bool apart = !overlap(layout.offsets[i], a.size, layout.offsets[j], b.size);
        EXPECT_TRUE(!together || apart || a.size == 0 || b.size == 0);
      }
    }
  }
}

TEST(Layout, AChainNeedsTwoPlaces) {
  std::vector<Lifetime> lifetimes;
  for (std::size_t i = 0; i < 100; ++i) lifetimes.push_back({100, i, i + 1});
  EXPECT_EQ(lay_out(lifetimes).size, 2 * 104U);
}

TEST(Layout, NeighbouringFreeRangesAreJoined) {
  const std::vector<Lifetime> lifetimes{{64, 0, 0}, {64, 0, 0}, {128, 1, 1}};
  EXPECT_EQ(lay_out(lifetimes).size, 128U);
}

TEST(Layout, TheEndOfMemoryGrowsRatherThanALaterRangeBeingAdded) {
  const std::vector<Lifetime> lifetimes{{64, 0, 0}, {128, 1, 1}};
  EXPECT_EQ(lay_out(lifetimes).size, 128U);
}

TEST(Layout, NothingNeedsNothing) {
  EXPECT_EQ(lay_out({}).size, 0U);
}

}  // namespace
}  // namespace autumn::evaluate
