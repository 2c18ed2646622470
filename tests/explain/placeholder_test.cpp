// Placeholder while the suite is written.
#include <gtest/gtest.h>
TEST(Placeholder, Is) { EXPECT_TRUE(true); }
