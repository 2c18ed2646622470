// Files by the C library, directories by the C++ one.
#include "output/text_files.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace autumn::output {

namespace fs = std::filesystem;

Status write_text(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  const bool is_written = file != nullptr && std::fputs(text.c_str(), file) >= 0;
  if (file != nullptr && std::fclose(file) == 0 && is_written) return Done{};
  return Error{.message = fmt::format("cannot write `{}`", path),
               .suggestion = "choose a file in a directory you may write to",
               .where = {}};
}

Status check_absent(const std::string& directory, std::span<const std::string> names) {
  for (const std::string& name : names) {
    const fs::path path = fs::path(directory) / name;
    std::error_code code;
    if (!fs::exists(path, code)) continue;
    return Error{.message = fmt::format("the file `{}` exists already", path.string()),
                 .suggestion = "choose another directory, or allow files to be replaced",
                 .where = {}};
  }
  return Done{};
}

Status write_files(const std::string& directory, std::span<const TextFile> files) {
  std::error_code code;
  fs::create_directories(directory, code);
  if (code) {
    return Error{.message = fmt::format("cannot make the output directory `{}`: {}", directory,
                                        code.message()),
                 .suggestion = "choose a directory you may write to",
                 .where = {}};
  }
  for (const TextFile& file : files) {
    const Status status = write_text((fs::path(directory) / file.name).string(), file.text);
    if (!status) return status;
  }
  return Done{};
}

}  // namespace autumn::output
