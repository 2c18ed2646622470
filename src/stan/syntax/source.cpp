// This file reads the texts of a program, puts includes in place, and finds lines.
#include "stan/syntax/source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace autumn::stan {

Sources::Sources(std::string name, std::string text) {
  add(std::move(name), std::move(text));
}

std::size_t Sources::add(std::string name, std::string text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  files_.push_back({.name = std::move(name), .text = std::move(text)});
  return files_.size() - 1;
}

const SourceFile* Sources::find(std::string_view name) const {
  for (const SourceFile& file : files_) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

namespace {

// Without `..` and `.` where possible: one file has one name, by which circles are noticed.
std::string join_path(const std::filesystem::path& folder, std::string_view name) {
  return (folder / name).lexically_normal().generic_string();
}

}  // namespace

Result<SourceFile> find_include(const Includes& includes, std::string_view name,
                                std::string_view including_file) {
  if (!includes.read) {
    return Error{.message = "`#include` cannot be used here: there is no way to read other files",
                 .suggestion = "paste the text of the file in its place",
                 .where = {}};
  }
  const std::filesystem::path including(including_file);
  std::vector<std::string> candidates{join_path(including.parent_path(), name)};
  for (const std::string& path : includes.paths) candidates.push_back(join_path(path, name));
  std::string tried;
  for (const std::string& candidate : candidates) {
    Result<std::string> text = includes.read(candidate);
    if (text) return SourceFile{.name = candidate, .text = std::move(text).value()};
    if (!text.error().suggestion.empty()) return text.error();
    tried += (tried.empty() ? "'" : ", '") + candidate + "'";
  }
  return Error{.message = "cannot read the included file '" + std::string(name) + "'",
               .suggestion = "tried " + tried + "; add its folder to the include paths",
               .where = {}};
}

namespace {

// Whether a path without links is this folder or below it.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto [at, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return at == folder.end() || (std::next(at) == folder.end() && at->empty());
}

// Where includes may lie, without links.
std::vector<std::filesystem::path> include_folders(const std::string& program,
                                                   const std::vector<std::string>& paths) {
  const std::filesystem::path own = std::filesystem::path(program).parent_path();
  std::vector<std::filesystem::path> folders;
  const auto add = [&](const std::filesystem::path& folder) {
    std::error_code code;
    const auto real = std::filesystem::canonical(folder.empty() ? "." : folder, code);
    if (!code) folders.push_back(real);
  };
  add(own);
  for (const std::string& path : paths) add(path);
  return folders;
}

Result<std::string> read_include(const std::string& path,
                                 const std::vector<std::filesystem::path>& folders) {
  std::error_code code;
  const std::filesystem::path real = std::filesystem::canonical(path, code);
  if (code) {
    return Error{.message = "cannot read the file '" + path + "'", .suggestion = {}, .where = {}};
  }
  const auto is_in = [&](const std::filesystem::path& folder) { return is_below(real, folder); };
  if (std::ranges::none_of(folders, is_in)) {
    return Error{.message = "the included file '" + path + "' is outside of the program's folder",
                 .suggestion = "add its folder to the include paths if it belongs to the program",
                 .where = {}};
  }
  if (!std::filesystem::is_regular_file(real, code)) {
    return Error{.message = "the included file '" + path + "' is not a plain file",
                 .suggestion = "include a text that is written in Stan",
                 .where = {}};
  }
  return read_text_file(real.string());
}

}  // namespace

Includes file_includes(const std::string& program, std::vector<std::string> paths) {
  auto folders = include_folders(program, paths);
  return {.paths = std::move(paths),
          .read = [folders = std::move(folders)](const std::string& path) {
            return read_include(path, folders);
          }};
}

Result<std::string> read_text_file(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{1} << 26;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, 4096> part;
  while (file.good()) {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() <= kMost) continue;
    return Error{.message = "the file '" + path + "' has more than 64 MB",
                 .suggestion = "a text of a program is expected here",
                 .where = {}};
  }
  // At the end of a file that could be read, only "end" and "fail" are set.
  if (!file.eof() || file.bad()) {
    const std::string reason = errno == 0 ? "" : std::string(": ") + std::strerror(errno);
    return Error{
        .message = "cannot read the file '" + path + "'" + reason, .suggestion = {}, .where = {}};
  }
  return text;
}

std::size_t line_end_length(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (text[at] == '\n') return 1;
  if (text[at] != '\r') return 0;
  return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
  std::size_t begin = 0;
  std::uint32_t number = 1;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    if (number == line) return text.substr(begin, end - begin);
    if (end == text.size()) break;
    begin = end + line_end_length(text, end);
    ++number;
  }
  return {};
}

}  // namespace autumn::stan
