// This header has the programs of the parser's tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "stan/syntax/parse.h"
#include "stan/syntax/source.h"

namespace autumn::stan {

struct TestProgram {
  std::string name;
  std::string text;
};

// The programs in data/parse/<folder>, by name.
inline std::vector<TestProgram> test_programs(const std::string& folder) {
  std::vector<TestProgram> programs;
  const std::string path = std::string(AUTUMN_TEST_DATA) + "/parse/" + folder;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() != ".stan") continue;
    programs.push_back({.name = entry.path().filename().string(),
                        .text = read_text_file(entry.path().string()).value()});
  }
  std::sort(programs.begin(), programs.end(),
            [](const TestProgram& a, const TestProgram& b) { return a.name < b.name; });
  return programs;
}

// Reads included files below data/parse/<folder>, so that messages do not depend on the machine.
inline Includes test_includes(const std::string& folder) {
  const std::string path = std::string(AUTUMN_TEST_DATA) + "/parse/" + folder + "/";
  return {.paths = {}, .read = [path](const std::string& name) {
            const std::filesystem::path plain = std::filesystem::path(name).lexically_normal();
            return read_text_file(path + plain.string());
          }};
}

struct Parsed {
  Sources sources;
  ParseResult result;
};

inline Parsed parse_text(std::string text, const Includes& includes = {}) {
  Sources sources("model.stan", std::move(text));
  ParseResult result = parse(sources, includes);
  return {.sources = std::move(sources), .result = std::move(result)};
}

}  // namespace autumn::stan
