// A source is the texts a Stan program is made of: the file itself and the files it includes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace autumn::stan {

struct SourceFile {
  std::string name;
  std::string text;
};

// All texts of one program; the first file is the program itself. Tokens are views into these
// texts: files are only ever added, and keep their place in memory also when Sources is moved.
class Sources {
 public:
  Sources(std::string name, std::string text);
  Sources(Sources&&) = default;
  Sources& operator=(Sources&&) = default;
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  // Adds a file and gives its number.
  std::size_t add(std::string name, std::string text);
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  [[nodiscard]] const SourceFile& file(std::size_t number) const { return files_[number]; }
  // The file of that name, or null.
  [[nodiscard]] const SourceFile* find(std::string_view name) const;

 private:
  std::deque<SourceFile> files_;
};

// How `#include` finds files: first beside the including file, then in `paths`, in order. Without
// `read` every include is an error. A file that is there and must not be read is an error of `read`
// with a suggestion.
struct Includes {
  std::vector<std::string> paths;
  std::function<Result<std::string>(const std::string& path)> read;
};

// The text of the included file `name`, and the path it was found under.
[[nodiscard]] Result<SourceFile> find_include(const Includes& includes, std::string_view name,
                                              std::string_view including_file);

// Real files for the program in this file: what lies in its directory or in `paths`, or below, once
// links are followed, and is a plain file. Nobody's program reads other files.
[[nodiscard]] Includes file_includes(const std::string& program, std::vector<std::string> paths);

// The whole of a file, up to a size that no text of a program has.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path);

// How many characters the end of a line at `at` takes (CR LF is one end of line): 0 if none.
[[nodiscard]] std::size_t line_end_length(std::string_view text, std::size_t at);

// Line `line` (from 1) of a text without its end; empty if there is no such line.
[[nodiscard]] std::string_view line_of(std::string_view text, std::uint32_t line);

}  // namespace autumn::stan
