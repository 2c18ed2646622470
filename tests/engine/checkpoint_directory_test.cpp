// Tests that the last checkpoint of a chain is in its place at any moment, whatever becomes of the
// next one.
#include "engine/checkpoint/checkpoint_directory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

class CheckpointPlace : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / ("autumn_" + std::string(test->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  CheckpointDirectory make() const {
    return CheckpointDirectory::create(folder_.string(), {}).value();
  }
  static Checkpoint checkpoint(std::int64_t iterations, std::size_t bytes = 100) {
    Checkpoint made;
    made.iterations = iterations;
    made.state.fields.assign(bytes, 'x');
    return made;
  }
  static std::int64_t last(const CheckpointDirectory& directory) {
    std::string note;
    return directory.last(0, note).value()->iterations;
  }
  fs::path file(const char* name) const { return folder_ / ".checkpoint.part" / name; }

  fs::path folder_;
};

TEST_F(CheckpointPlace, IsNeverEmptyOnceThereIsOne) {
  CheckpointDirectory directory = make();
  ASSERT_TRUE(directory.keep(checkpoint(0)));
  std::atomic<bool> is_done = false;
  std::atomic<int> absences = 0;
  std::thread looking([&] {
    while (!is_done) absences += fs::exists(file("chain_1")) ? 0 : 1;
  });
  for (std::int64_t k = 1; k <= 200; ++k) ASSERT_TRUE(directory.keep(checkpoint(k)));
  is_done = true;
  looking.join();
  EXPECT_EQ(absences, 0);
  EXPECT_EQ(last(directory), 200);
  fs::remove(file("chain_1"));
  EXPECT_EQ(last(directory), 199);
  EXPECT_FALSE(fs::exists(file("chain_1.previous.part")));
}

// A death between the two renamings leaves one file with both names.
TEST_F(CheckpointPlace, IsTakenAfterADeathBetweenItsRenamings) {
  CheckpointDirectory directory = make();
  ASSERT_TRUE(directory.keep(checkpoint(1)));
  fs::create_hard_link(file("chain_1"), file("chain_1.previous"));
  ASSERT_TRUE(directory.keep(checkpoint(2)));
  EXPECT_EQ(last(directory), 2);
  fs::remove(file("chain_1"));
  EXPECT_EQ(last(directory), 1);
  EXPECT_FALSE(fs::exists(file("chain_1.previous.part")));
}

TEST_F(CheckpointPlace, KeepsWhatIsThereWhereTheNextOneCannotBeWritten) {
  CheckpointDirectory directory = make();
  for (const std::int64_t k : {1, 2}) ASSERT_TRUE(directory.keep(checkpoint(k)));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 10'000, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status status = directory.keep(checkpoint(3, 20'000));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(status);
  EXPECT_FALSE(fs::exists(file("chain_1.part")));
  EXPECT_EQ(last(directory), 2);
  fs::remove(file("chain_1"));
  EXPECT_EQ(last(directory), 1);
}

}  // namespace
}  // namespace autumn::engine
