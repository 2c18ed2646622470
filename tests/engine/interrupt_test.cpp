// Tests of the handler of signals that ask a run to end.
#include "engine/interrupt.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

namespace autumn::engine {
namespace {

TEST(Interrupt, LeavesTheErrorOfWhatItInterrupts) {
  const InterruptGuard guard;
  EXPECT_FALSE(guard.flag());
  errno = EAGAIN;
  ASSERT_EQ(raise(SIGINT), 0);
  const int error = errno;
  EXPECT_EQ(error, EAGAIN);
  EXPECT_TRUE(guard.flag());
  EXPECT_EQ(interrupting_signal(), SIGINT);
}

}  // namespace
}  // namespace autumn::engine
