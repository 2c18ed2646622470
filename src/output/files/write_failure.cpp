// This file has a suggestion for each reason for which systems do not write, or read.
#include "output/files/write_failure.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace autumn::output {
namespace {

std::string suggestion_for(int error_number, const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  switch (error_number) {
    case ENOENT:
      return fmt::format("make the directory `{}` first, or choose another output file", folder);
    case EACCES:
    case EPERM:
    case EROFS: return "choose an output file in a directory you may write to";
    case EISDIR: return "this is a directory: add a file name to it";
    case EFBIG:
    case ENOSPC:
    case EDQUOT:
      return "make room, or choose another disk; what was written before is kept, up to a whole "
             "line";
    default: return "choose another output file";
  }
}

}  // namespace

Error write_failure(int error_number, const std::string& path) {
  return {.message = fmt::format("cannot write `{}`: {}", path,
                                 std::generic_category().message(error_number)),
          .suggestion = suggestion_for(error_number, path),
          .where = {}};
}

Error read_failure(int error_number, const std::string& path) {
  const int reason = error_number == 0 ? EIO : error_number;
  return {
      .message = fmt::format("cannot read `{}`: {}", path, std::generic_category().message(reason)),
      .suggestion = "look for a misspelt name or directory",
      .where = {}};
}

}  // namespace autumn::output
