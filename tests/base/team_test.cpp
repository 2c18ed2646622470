// These tests hand work to teams of threads.
#include "base/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

namespace autumn {
namespace {

TEST(Team, DoesEveryTaskOnceHoweverManyWorkersThereAre) {
  for (const std::size_t workers : {0, 1, 2, 3, 8}) {
    Team team(workers);
    for (const std::size_t tasks : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> done(tasks);
      team.run(tasks, [&](std::size_t worker, std::size_t task) {
        EXPECT_LT(worker, team.size());
        ++done[task];
      });
      for (const std::atomic<int>& times : done) EXPECT_EQ(times, 1);
    }
  }
}

TEST(Team, IsDoneWithTheWorkWhenItReturns) {
  Team team(3);
  std::vector<std::size_t> results(50);
  std::size_t sum = 0;
  for (std::size_t round = 0; round < 5000; ++round) {
    team.run(results.size(), [&](std::size_t, std::size_t task) { results[task] = round + task; });
    sum += std::accumulate(results.begin(), results.end(), std::size_t{0}) - 50 * round;
  }
  EXPECT_EQ(sum, 5000U * (50U * 49U / 2U));
}

TEST(Team, AWorkerIsOneThread) {
  Team team(4);
  std::vector<std::thread::id> ids(team.size());
  for (int round = 0; round < 200; ++round) {
    team.run(20, [&](std::size_t worker, std::size_t) {
      const auto id = std::this_thread::get_id();
      if (ids[worker] == std::thread::id()) ids[worker] = id;
      EXPECT_EQ(ids[worker], id);
    });
  }
  EXPECT_EQ(ids[0], std::this_thread::get_id());
}

TEST(Team, WakesUpAfterASleep) {
  Team team(2);
  std::atomic<int> helped{0};
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    team.run(2, [&](std::size_t worker, std::size_t) {
      helped += worker == 1 ? 1 : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
  }
  EXPECT_GT(helped, 0);
}

TEST(Team, EndsAtOnceWhateverItsHelpersDo) {
  for (int round = 0; round < 300; ++round) {
    Team team(3);
    if (round % 3 == 1) team.run(5, [](std::size_t, std::size_t) {});
    if (round % 3 == 2) std::this_thread::sleep_for(std::chrono::microseconds(round));
  }
}

TEST(Team, ThrowsOnWhatAnyWorkerThrewAndWorksOn) {
  Team team(3);
  for (int round = 0; round < 500; ++round) {
    const auto work = [&](std::size_t, std::size_t task) {
      if (task % 4 == 3) throw std::bad_alloc();
    };
    EXPECT_THROW(team.run(40, work), std::bad_alloc);
    std::atomic<int> done{0};
    team.run(40, [&](std::size_t, std::size_t) { ++done; });
    EXPECT_EQ(done, 40);
  }
}

}  // namespace
}  // namespace autumn
