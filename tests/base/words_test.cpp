// These tests look at articles, which follow the sound of a word, and at plurals.
#include "base/words.h"

#include <gtest/gtest.h>

namespace autumn {
namespace {

TEST(Words, ArticlesFollowTheSound) {
  EXPECT_EQ(with_article("normal"), "a normal");
  EXPECT_EQ(with_article("exponential"), "an exponential");
  EXPECT_EQ(with_article("inv_gamma"), "an inv_gamma");
  EXPECT_EQ(with_article("upper bound"), "an upper bound");
  EXPECT_EQ(with_article("uniform"), "a uniform");
  EXPECT_EQ(with_article("unit_vector"), "a unit_vector");
}

TEST(Words, OneIsNoPlural) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(2, "row"), "2 rows");
  EXPECT_EQ(counted(1, "entry", "entries"), "1 entry");
  EXPECT_EQ(counted(21, "entry", "entries"), "21 entries");
  EXPECT_EQ(are_counted(1, "row"), "is 1 row");
  EXPECT_EQ(are_counted(3, "index", "indices"), "are 3 indices");
  EXPECT_EQ(noun_for(1, "run is", "runs are"), "run is");
  EXPECT_EQ(noun_for(0, "run is", "runs are"), "runs are");
}

TEST(Words, CommasStandAfterThousands) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(12345678), "12,345,678");
}

}  // namespace
}  // namespace autumn
