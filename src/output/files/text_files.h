// This header writes small files at once.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace autumn::output {

[[nodiscard]] Status write_text(const std::string& path, const std::string& text);

// What to do about a file that is there already.
inline constexpr std::string_view kAllowReplacement =
    "choose another directory, or allow files to be replaced (--force; `overwrite` in C++)";

// An error if the file could not be written. Leaves everything as it was.
[[nodiscard]] Status check_writable(const std::string& path);
// An error if there is a file where the directory is to be.
[[nodiscard]] Status check_directory(const std::string& directory);

struct TextFile {
  std::string name;
  std::string text;
};

// An error if one of these is there already, or the directory is a file.
[[nodiscard]] Status check_absent(const std::string& directory, std::span<const std::string> names);

// Into a directory, which is made if it is not there. Files that are there are replaced.
[[nodiscard]] Status write_files(const std::string& directory, std::span<const TextFile> files);

}  // namespace autumn::output
