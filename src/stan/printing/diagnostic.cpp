// This file prints source lines and carets for errors.
#include "stan/printing/diagnostic.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"

namespace autumn::stan {
namespace {

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kMaxBytes = 110;    // of a line that is shown
constexpr std::size_t kBytesBefore = 70;  // kept before the place if the line is shortened

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// A part of a line, ready to be printed, and where in it the marks begin and end.
struct Shown {
  std::string text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The bytes [begin, end) of a line that are shown.
struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Window window_around(std::string_view line, std::size_t place) {
  if (line.size() <= kMaxBytes) return {.begin = 0, .end = line.size()};
  std::size_t begin = place > kBytesBefore ? place - kBytesBefore : 0;
  begin = std::min(begin, line.size() - kMaxBytes);
  std::size_t end = begin + kMaxBytes;
  while (begin < place && is_continuation(line[begin])) ++begin;
  while (end < line.size() && is_continuation(line[end])) ++end;
  return {.begin = begin, .end = end};
}

// Columns are counted in characters as a terminal shows them: a tab goes to the next multiple of
// its width, and the bytes of one UTF-8 character count once.
Shown show(std::string_view line, std::size_t place, std::size_t length) {
  const Window window = window_around(line, place);
  Shown shown{.text = window.begin > 0 ? "..." : ""};
  std::size_t width = shown.text.size();
  for (std::size_t at = window.begin; at < window.end; ++at) {
    if (at == place) shown.begin = width;
    if (at == place + length) shown.end = width;
    const char byte = line[at];
    if (byte == '\t') {
      const std::size_t next = (width / kTabWidth + 1) * kTabWidth;
      shown.text.append(next - width, ' ');
      width = next;
    } else if (is_continuation(byte)) {
      shown.text += byte;
    } else {
      const auto code = static_cast<unsigned char>(byte);
      shown.text += code < 0x20 || code == 0x7F ? '?' : byte;
      ++width;
    }
  }
  if (place >= window.end) shown.begin = width;
  if (place + length >= window.end) shown.end = width;
  if (window.end < line.size()) shown.text += "...";
  return shown;
}

}  // namespace

std::string render(const Error& error, const Sources& sources) {
  const SourceFile* file = sources.find(error.where.file);
  if (!error.where.is_known() || error.where.column == 0 || file == nullptr) {
    return to_text(error);
  }
  const std::string_view line = line_of(file->text, error.where.line);
  const Shown shown =
      show(line, error.where.column - 1, std::max<std::size_t>(1, error.where.length));
  Error headline = error;
  headline.suggestion.clear();
  std::string text = to_text(headline);
  text += fmt::format("\n{:>5} | {}\n      | ", error.where.line, shown.text);
  text.append(shown.begin, ' ');
  text += '^';
  if (shown.end > shown.begin + 1) text.append(shown.end - shown.begin - 1, '~');
  if (!error.suggestion.empty()) text += "\n  " + printable(error.suggestion);
  return text;
}

std::string render(std::span<const Error> errors, const Sources& sources) {
  std::string text;
  for (const Error& error : errors) text += render(error, sources) + "\n";
  return text;
}

std::string render_warnings(std::span<const Error> warnings, const Sources& sources) {
  constexpr std::string_view kWord = "error: ";
  std::string text;
  for (const Error& warning : warnings) {
    std::string shown = render(warning, sources);
    // The place stands before the word; the name of a file may contain it, too.
    const std::size_t place =
        to_text(Error{.message = {}, .suggestion = {}, .where = warning.where}).size() -
        kWord.size();
    text += shown.replace(place, kWord.size(), "warning: ") + "\n";
  }
  return text;
}

}  // namespace autumn::stan
