// This header has what all subcommands on programs share: loading, and printing of errors.
#pragma once

#include <optional>
#include <string>

#include "cli/commands.h"
#include "engine/load.h"
#include "engine/point.h"

namespace autumn::cli {

// Prints to the standard error and returns exit code 1.
int fail(const std::string& text);
int fail(const Error& error);

struct LoadedModel {
  engine::LoadedProgram program;
  trace::Traced traced;
};
// Nothing if it failed; the reason is printed already. What the program prints goes to `prints`:
// not among results that programs read.
[[nodiscard]] std::optional<LoadedModel> load(const ProgramOptions& options, std::uint64_t seed,
                                              std::FILE* prints = stdout);

// The files that a command reads: the program, the data, and values to begin with, if they are no
// radius.
[[nodiscard]] std::vector<std::string> inputs_of(const ProgramOptions& options,
                                                 const std::string& init = "");

// Whether this is a number, all of it.
[[nodiscard]] bool is_number(const std::string& text);

// Says on the screen what of a file of values was passed over.
void note_unknown(const engine::GivenPoint& point, const std::string& path);

// Columns of the terminal that results go to; 0 if they go elsewhere.
[[nodiscard]] std::size_t columns_of_terminal();

// "model" of "dir/model.stan".
[[nodiscard]] std::string stem(const std::string& path);

}  // namespace autumn::cli
