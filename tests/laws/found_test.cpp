// These tests run the programs that broke a law once, made small by the hunt: tests/laws/found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "laws/isolate.h"

namespace autumn::laws {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> found_programs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(AUTUMN_FOUND)) {
    if (entry.path().extension() == ".stan") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

// The numbers of the points: a few, and the one that the head of the program may name.
std::vector<std::uint64_t> seeds_of(const std::string& program) {
  std::vector<std::uint64_t> seeds{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  constexpr std::string_view kKey = "(seed ";
  const std::size_t at = program.find(kKey);
  if (at < program.find('\n')) seeds.push_back(std::stoull(program.substr(at + kKey.size())));
  return seeds;
}

class Found : public testing::TestWithParam<std::string> {};

TEST_P(Found, ProgramKeepsTheLaws) {
  const std::string path = std::string(AUTUMN_FOUND) + "/" + GetParam();
  const std::string program = text_of(path + ".stan");
  const std::string json = text_of(path + ".json");
  for (const std::uint64_t seed : seeds_of(program)) {
    const Verdict verdict = examine_isolated(program, json, seed);
    ASSERT_TRUE(verdict.holds()) << "seed " << seed << ", not: " << verdict.law << "\n"
                                 << verdict.detail << "\n"
                                 << program << json;
  }
}

std::string program_name(const testing::TestParamInfo<std::string>& program) {
  return program.param;
}

INSTANTIATE_TEST_SUITE_P(, Found, testing::ValuesIn(found_programs()), program_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Found);

}  // namespace
}  // namespace autumn::laws
