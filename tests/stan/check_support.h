// This header has what the tests of the checker share: programs from text, and from files with
// their golden messages.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "stan/printing/diagnostic.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"

namespace autumn::stan {

struct CheckedProgram {
  Program program;
  std::string messages;  // of the parser or the checker; empty if all is well
};

inline CheckedProgram check_text(const std::string& text, const std::string& name = "model.stan") {
  Sources sources(name, text);
  ParseResult parsed = parse(sources);
  if (!parsed.is_ok())
    return {.program = {}, .messages = "syntax: " + render(parsed.errors, sources)};
  const std::vector<Error> errors = check(parsed.program);
  return {.program = std::move(parsed.program), .messages = render(errors, sources)};
}

inline std::string read_whole(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The programs of a folder below the test data, sorted.
inline std::vector<std::filesystem::path> programs_in(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(AUTUMN_TEST_DATA) / folder)) {
    if (entry.path().extension() == ".stan") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace autumn::stan
