// This file looks at what kind a file is, without opening it.
#include "output/files/plain_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace autumn::output {

Status check_plain(const std::string& path) {
  std::error_code code;
  const std::filesystem::file_status there = std::filesystem::status(path, code);
  if (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there)) return Done{};
  return Error{.message = fmt::format("`{}` is no plain file", path),
               .suggestion = "a run has plain files only in its directory: remove it",
               .where = {}};
}

}  // namespace autumn::output
