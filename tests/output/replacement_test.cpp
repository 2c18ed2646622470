// These tests look at what may be replaced.
#include "output/files/replacement.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace autumn::output {
namespace {

namespace fs = std::filesystem;

class Replacement : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "inside");
    std::ofstream(path("a")) << "a";
    std::ofstream(path("b")) << "b";
    fs::create_symlink("a", path("link"));
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  fs::path folder_ =
      fs::temp_directory_path() / ("autumn_replacement_" + std::to_string(::getpid()));
};

TEST_F(Replacement, KnowsAFileByAnyName) {
  EXPECT_TRUE(is_same_file(path("a"), path("inside/../a")));
  EXPECT_TRUE(is_same_file(path("link"), path("a")));
  EXPECT_FALSE(is_same_file(path("a"), path("b")));
  EXPECT_FALSE(is_same_file(path("a"), path("new")));
  EXPECT_TRUE(is_same_file(path("new"), path("inside/../new"))) << "also where nothing is yet";
  EXPECT_FALSE(is_same_file("/dev/null", "/dev/null")) << "a device is no file";
}

TEST_F(Replacement, KeepsInputsProgramsAndOtherOutputs) {
  const auto check = [&](std::vector<std::string> inputs, std::vector<std::string> outputs) {
    return check_outputs(inputs, outputs).is_ok();
  };
  EXPECT_TRUE(check({path("a"), ""}, {path("b"), path("new"), ""}));
  EXPECT_FALSE(check({path("a")}, {path("link")}));
  EXPECT_FALSE(check({}, {path("new"), path("inside/../new")}));
  std::ofstream(path("p.stan")) << "model {}";
  EXPECT_FALSE(check({}, {path("p.stan")}));
  EXPECT_TRUE(check({}, {path("other.stan")}));
}

TEST_F(Replacement, OfWhatIsThereIsAskedFor) {
  EXPECT_FALSE(check_replaceable(path("a"), false));
  EXPECT_TRUE(check_replaceable(path("a"), true));
  EXPECT_TRUE(check_replaceable(path("new"), false));
  EXPECT_TRUE(check_replaceable("/dev/null", false));
}

}  // namespace
}  // namespace autumn::output
