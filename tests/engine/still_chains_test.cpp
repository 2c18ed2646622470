// These tests look at what is said about chains that did not move.
#include "engine/still_chains.h"

#include <gtest/gtest.h>

namespace autumn::engine {
namespace {

TEST(StillChains, AreNamedWithWhatBecameOfThem) {
  engine::Run done;
  done.chains.resize(4);
  EXPECT_TRUE(still_chains(done, 1).empty());
  done.chains[1].result.still = {.restarts = {30}, .iterations = 0};
  done.chains[3].result.still = {.restarts = {30, 61}, .iterations = 939};
  const std::vector<output::Warning> warnings = still_chains(done, 5);
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_EQ(warnings[0].finding,
            "Chain 6 did not move at all, and began anew at another initial point once in warm-up "
            "(iteration 30).");
  EXPECT_EQ(warnings[1].finding,
            "Chain 8 did not move at all, and began anew at another initial point 2 times in "
            "warm-up (iterations 30, 61).");
  EXPECT_EQ(warnings[2].finding, "Chain 8 did not move in the last 939 iterations of warm-up.");
}

}  // namespace
}  // namespace autumn::engine
