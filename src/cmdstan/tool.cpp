// This file finds out what our executable is to be.
#include "cmdstan/tool.h"

#include <cstdio>
#include <filesystem>

#include "cmdstan/command.h"
#include "cmdstan/embedded.h"
#include "cmdstan/stanc.h"
#include "cmdstan/summary_tool.h"

namespace autumn::cmdstan {

std::optional<int> run_as_cmdstan(const std::string& executable,
                                  const std::vector<std::string>& words) {
  const auto program = embedded_program();
  if (!program) {
    std::fprintf(stderr, "%s\n", to_text(program.error()).c_str());
    return 1;
  }
  if (program.value()) return run_command(*program.value(), executable, words);
  const std::string name = std::filesystem::path(executable).filename().string();
  if (name == "stanc") return run_stanc(words);
  if (name == "stansummary" || name == "print") return run_stansummary(words);
  if (name == "diagnose") return run_diagnose(words);
  return std::nullopt;
}

}  // namespace autumn::cmdstan
