// These tests look at articles, which follow the sound of a word.
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

}  // namespace
}  // namespace autumn
