// Parsing goes from the words of a command line to CmdStan's tree of arguments.
#pragma once

#include <span>
#include <string>

#include "cmdstan/arguments/argument.h"

namespace autumn::cmdstan {

enum class ParseOutcome : std::uint8_t { kRun, kInfo, kHelp, kUsage, kMistake };

struct Parsed {
  ParseOutcome outcome = ParseOutcome::kRun;
  Arguments arguments = {};
  std::string help = {};      // for stdout
  std::string mistakes = {};  // for stderr
};

// `executable` is what usage calls the program.
[[nodiscard]] Parsed parse(std::string_view executable, std::span<const std::string> words);

}  // namespace autumn::cmdstan
