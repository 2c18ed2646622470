// This file writes whole files and makes directories.
#include "output/files/text_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "output/files/output_file.h"
#include "output/files/write_failure.h"

namespace autumn::output {

namespace fs = std::filesystem;

Status check_writable(const std::string& path) {
  std::error_code code;
  const bool was_there = fs::exists(path, code);
  std::FILE* file = std::fopen(path.c_str(), "a");
  if (file == nullptr) return write_failure(errno, path);
  std::fclose(file);
  if (!was_there) fs::remove(path, code);
  return Done{};
}

Status check_directory(const std::string& directory) {
  std::error_code code;
  if (!fs::exists(directory, code) || fs::is_directory(directory, code)) return Done{};
  return Error{.message = fmt::format("the output `{}` is a file, not a directory", directory),
               .suggestion = "name a directory, which is made if it is not there",
               .where = {}};
}

Status write_text(const std::string& path, const std::string& text) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  file.value().pending() = text;
  return file.value().close();
}

Status check_absent(const std::string& directory, std::span<const std::string> names) {
  if (const Status status = check_directory(directory); !status) return status;
  for (const std::string& name : names) {
    const fs::path path = fs::path(directory) / name;
    std::error_code code;
    if (!fs::exists(path, code)) continue;
    return Error{.message = fmt::format("the file `{}` exists already", path.string()),
                 .suggestion = std::string(kAllowReplacement),
                 .where = {}};
  }
  return Done{};
}

Status write_files(const std::string& directory, std::span<const TextFile> files) {
  if (const Status status = check_directory(directory); !status) return status;
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
