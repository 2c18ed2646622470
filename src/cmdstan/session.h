// A session is one call of a compiled program: its arguments, the program with its data, and the
// files that it reads and writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cmdstan/arguments/argument.h"
#include "cmdstan/embedded.h"
#include "engine/load.h"

namespace autumn::cmdstan {

struct Session {
  EmbeddedProgram embedded = {};
  Arguments arguments = {};
  std::uint64_t seed = 0;
  std::uint32_t id = 1;
  std::uint32_t chains = 1;  // of this process: chains, paths or files of draws
  std::string start = {};    // "2026-11-15 02:40:00 UTC"
  engine::LoadedProgram program = {};
  trace::Traced traced = {};

  [[nodiscard]] std::string method() const { return choice_of(arguments, "method"); }
};

// What a method gives back: the exit code, after its messages are printed.
using ExitCode = int;

// Says what went wrong on the standard error; the exit code is 1.
ExitCode fail(std::string_view text);
ExitCode fail(const Error& error);
// With the place in the program, where it has one.
ExitCode fail(const Session& session, const Error& error);

// The same as text.
[[nodiscard]] std::string exception_text(const Session& session, const Error& error);

// That a proposal is rejected, in Stan's words around those of the program.
[[nodiscard]] std::string refusal_text(const Session& session, const Error& error);

// A line of output, at once: clients read a pipe.
void say(std::string_view line);

// The names of the files of a process with so many chains: as given for one, else with their
// numbers; or the names of a list with commas. Without an ending `.csv` is added.
[[nodiscard]] std::vector<std::string> output_files(const Session& session,
                                                    const std::string& name);
// What is there under the name and is no file: it is written as it is called.
[[nodiscard]] bool is_device(const std::string& name);
// Everything that the session reads, and writes, by its arguments.
[[nodiscard]] std::vector<std::string> inputs_of(const Session& session);
[[nodiscard]] std::vector<std::string> outputs_of(const Session& session);
// The same of files that exist already, `base_<id>.json` or the one file for all.
[[nodiscard]] Result<std::vector<std::string>> input_files(const Session& session,
                                                           const std::string& name);

// Several files may be given as one argument, with commas between them.
[[nodiscard]] std::vector<std::string> split_at_commas(const std::string& names);

// "dir/base" of "dir/base.csv".
[[nodiscard]] std::string without_ending(const std::string& path);

// The comments at the head of a CSV file, each line with its `# `; `notes` are lines of Autumn's
// own, "autumn_...".
struct Note {
  std::string key;
  std::string value;
};
[[nodiscard]] std::string head_comments(const Session& session, const std::vector<Note>& notes);
// The arguments as a JSON file.
[[nodiscard]] std::string config_json(const Session& session);

// The profile file, if the program has profile blocks. They are not timed: what they contain is not
// evaluated block by block, and their times are NaN.
[[nodiscard]] Status write_profile(const Session& session);

// Values of parameters or data, from JSON or R's dump format by the ending of the name.
[[nodiscard]] Result<trace::Data> read_values(const std::string& path);

// What is to be integrated out: nothing, if the environment says so (AUTUMN_MARGINALIZE=0).
[[nodiscard]] collapse::PlanOptions plan_options();

}  // namespace autumn::cmdstan
