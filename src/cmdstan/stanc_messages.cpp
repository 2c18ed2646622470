// This file lays messages out; columns count from 0 here, as in stanc.
#include "cmdstan/stanc_messages.h"

#include <fmt/format.h>

#include <algorithm>

namespace autumn::cmdstan {
namespace {

constexpr std::string_view kRule = "   -------------------------------------------------\n";
constexpr std::uint32_t kAround = 2;  // lines shown before and after

std::string place_text(const StancMessages& messages, const SourceRange& where) {
  const std::string& name = where.file == messages.file ? messages.shown_as : where.file;
  if (!where.is_known()) return fmt::format("'{}'", name);
  const std::uint32_t column = where.column == 0 ? 0 : where.column - 1;
  if (where.length <= 1) return fmt::format("'{}', line {}, column {}", name, where.line, column);
  return fmt::format("'{}', line {}, column {} to column {}", name, where.line, column,
                     column + where.length);
}

std::string lines_around(const StancMessages& messages, const SourceRange& where) {
  const stan::SourceFile* file = messages.sources->find(where.file);
  if (file == nullptr || !where.is_known()) return "";
  const auto count = static_cast<std::uint32_t>(std::ranges::count(file->text, '\n')) + 1;
  std::string text(kRule);
  const std::uint32_t first = where.line > kAround ? where.line - kAround : 1;
  for (std::uint32_t line = first; line <= std::min(count, where.line + kAround); ++line) {
    fmt::format_to(std::back_inserter(text), "{:6}:  {}\n", line, stan::line_of(file->text, line));
    if (line == where.line) {
      fmt::format_to(std::back_inserter(text), "{:{}}^\n", "", 8 + where.column);
    }
  }
  return text + std::string(kRule);
}

}  // namespace

std::string stanc_error(const StancMessages& messages, std::string_view kind, const Error& error) {
  const std::string what =
      error.suggestion.empty() ? error.message : error.message + "\n  " + error.suggestion;
  return fmt::format("{} in {}{}:\n{}\n{}\n", kind, place_text(messages, error.where),
                     kind == "Syntax error" ? ", parsing error" : "",
                     lines_around(messages, error.where), what);
}

std::string stanc_warning(const StancMessages& messages, const Error& warning) {
  return fmt::format("Warning in {}: {}{}", place_text(messages, warning.where), warning.message,
                     warning.suggestion.empty() ? "" : "\n    " + warning.suggestion);
}

}  // namespace autumn::cmdstan
