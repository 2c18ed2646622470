// What the subcommands beside sampling share (optimize, laplace, pathfinder, variational): options,
// where they start, the files that they write, and what they print.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/program.h"
#include "engine/approximations/methods.h"

namespace autumn::cli {

// Prints lines of progress to the standard error, unless it is to be quiet.
[[nodiscard]] approximate::Observer observer_of(const MethodCommand& command,
                                                const std::atomic<bool>& stop);

// A seed that was given, or a random one.
[[nodiscard]] std::uint64_t seed_of(const MethodCommand& command);

// An error if the file that is to be written is there, is one of those that are read (`more` beside
// those of every method), or can not be written.
[[nodiscard]] Status check_output(const MethodCommand& command, const std::string& more = "");

// The start that --init asks for.
[[nodiscard]] Result<engine::StartOptions> start_of(const MethodCommand& command,
                                                    const engine::Prepared& prepared);

// A line of the tree of arguments in the head of a file: its depth, name and value.
struct HeadLine {
  int depth = 0;
  std::string name;
  std::string value;  // empty: a category
};
// What is written about a run; `method` has the lines below "method".
struct MethodFile {
  std::string method;  // "optimize"
  std::vector<HeadLine> lines;
  std::uint64_t seed = 0;
  std::string after_names = {};
  std::string tail = {};
};

// Writes the rows, if a file is wanted.
[[nodiscard]] Status write_rows(const MethodCommand& command, const MethodFile& file,
                                const DrawTable& rows);

// One line per column of the model.
[[nodiscard]] std::string estimates_text(const DrawTable& rows, std::size_t row);
// The summary of draws, without columns of the method and without the first rows.
[[nodiscard]] Result<std::string> draws_text(const DrawTable& rows, std::size_t first_row);

// Says what generated quantities complained about, and where the rows are.
void print_rest(const MethodCommand& command, const LoadedModel& loaded,
                const engine::MethodTable& table);

}  // namespace autumn::cli
