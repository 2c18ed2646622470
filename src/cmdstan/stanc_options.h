// The options of stanc, as given on its command line.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace autumn::cmdstan {

enum class StancTask : std::uint8_t { kCompile, kInfo, kFormat, kCanonical, kVersion, kHelp };

struct StancOptions {
  StancTask task = StancTask::kCompile;
  std::string file = {};
  std::string name = {};              // of the model; empty: from the file
  std::string output = {};            // of what stands for C++; empty: beside the file
  std::string executable = {};        // to write; empty: none
  std::string name_in_messages = {};  // instead of the file
  std::vector<std::string> include_paths = {};
  std::vector<std::string> canonicalize = {};  // what a formatted program is brought up to date in
  std::size_t line_length = 78;
  bool allows_undefined = false;
  bool warns_pedantic = false;
  bool warns_uninitialized = false;
  std::vector<std::string> defines = {};  // what make was given of STAN_THREADS and the like
  std::string flags = {};  // the words that change the program's meaning or messages, for files
};

[[nodiscard]] Result<StancOptions> parse_stanc(std::span<const std::string> words);

}  // namespace autumn::cmdstan
