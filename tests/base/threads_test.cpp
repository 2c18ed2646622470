// These tests share work among threads, and look where its exceptions go.
#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stdexcept>

namespace autumn {
namespace {

TEST(Threads, ShareWorkAmongThoseThatThereAre) {
  for (const std::size_t others : {0, 1, 7}) {
    std::atomic<int> next{0}, done{0};
    share_work(others, [&] {
      while (next++ < 100) ++done;
    });
    EXPECT_EQ(done, 100);
  }
}

// An exception that leaves a thread ends the process.
TEST(Threads, ThrowOnWhatAnyOfThemThrew) {
  std::atomic<int> thrown{0}, ended{0};
  const auto work = [&] {
    if (++thrown > 1) throw std::bad_alloc();
    ++ended;
  };
  EXPECT_THROW(share_work(3, work), std::bad_alloc);
  EXPECT_EQ(thrown, 4);
  EXPECT_EQ(ended, 1);
}

TEST(Threads, ThrowOnWhatTheCallerThrewOnceAllHaveEnded) {
  std::atomic<int> ended{0};
  const auto caller = std::this_thread::get_id();
  const auto work = [&] {
    if (std::this_thread::get_id() == caller) throw std::length_error("too long");
    ++ended;
  };
  EXPECT_THROW(share_work(3, work), std::length_error);
  EXPECT_EQ(ended, 3);
}

}  // namespace
}  // namespace autumn
