// The record of a run says how it was asked for, so that it can be asked for again: the words of
// the command line, and what they meant where and when they were given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace autumn::engine {

// A file that a run read, as it was then.
struct RecordedFile {
  std::string what;  // "program", "data", ...
  std::string path;
  std::uint64_t bytes = 0;
  std::uint64_t digest = 0;

  bool operator==(const RecordedFile&) const = default;
};

struct RunRecord {
  std::vector<std::string> words = {};  // of the command line, without the name of the executable
  std::string directory = {};           // in which they were given
  std::string output = {};              // the directory of the draws, as an absolute path
  std::string version = {};             // of Autumn
  std::string instruction_set = {};
  std::string marginalize = {};  // what the environment said of that
  std::string started = {};      // date and time
  std::uint64_t seed = 0;
  std::uint32_t chains = 0;
  std::int64_t draws = 0;  // per chain, with those that were added later
  std::vector<RecordedFile> files = {};
  std::uint64_t choices = 0;  // a digest of the plan and the coordinates
  bool is_finished = false;

  bool operator==(const RunRecord&) const = default;
};

// A number by which what belongs to a run is recognised: of all but what changes while it is made.
[[nodiscard]] std::uint64_t id_of(const RunRecord& record);

// JSON, and back; `name` is what an error calls it.
[[nodiscard]] std::string to_text(const RunRecord& record);
[[nodiscard]] Result<RunRecord> parse_record(const std::string& text, const std::string& name);

// What is to be recorded of a file. An error if it is no plain file: what comes through a pipe is
// not there again.
[[nodiscard]] Result<RecordedFile> recorded(std::string what, const std::string& path);

// An error if a file is not what it was, or if this is not the Autumn, or the machine, that can
// make the same draws.
[[nodiscard]] Status check_files(const RunRecord& record);
[[nodiscard]] Status check_machine(const RunRecord& record);

}  // namespace autumn::engine
