// Small files that are written at once.
#pragma once

#include <span>
#include <string>

#include "base/error.h"

namespace autumn::output {

[[nodiscard]] Status write_text(const std::string& path, const std::string& text);

struct TextFile {
  std::string name;
  std::string text;
};

// An error if one of these is there already.
[[nodiscard]] Status check_absent(const std::string& directory, std::span<const std::string> names);

// Into a directory, which is made if it is not there. Files that are there are replaced.
[[nodiscard]] Status write_files(const std::string& directory, std::span<const TextFile> files);

}  // namespace autumn::output
