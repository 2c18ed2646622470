// These tests look at the checker's messages: one file per mistake, with the text it must give
// beside it.
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "stan/check_support.h"

namespace autumn::stan {
namespace {

class CheckErrors : public testing::TestWithParam<std::filesystem::path> {};

// AUTUMN_ACCEPT=1 rewrites the golden files.
TEST_P(CheckErrors, AreReportedAsInTheGoldenFile) {
  const std::filesystem::path path = GetParam();
  const std::string found = check_text(read_whole(path), path.filename().string()).messages;
  EXPECT_NE(found, "") << "no error was found";
  EXPECT_FALSE(found.starts_with("syntax: ")) << found;
  std::filesystem::path golden = path;
  golden.replace_extension(".txt");
  if (std::getenv("AUTUMN_ACCEPT") != nullptr) std::ofstream(golden) << found;
  EXPECT_EQ(found, read_whole(golden));
}

INSTANTIATE_TEST_SUITE_P(Programs, CheckErrors, testing::ValuesIn(programs_in("check/bad")),
                         [](const auto& file) { return file.param.stem().string(); });

}  // namespace
}  // namespace autumn::stan
