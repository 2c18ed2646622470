// This file reads in pieces, and counts lines.
#include "trace/data/json_stream.h"

#include <algorithm>
#include <cstring>

namespace autumn::trace {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;
constexpr std::size_t kKept = 4096;  // of the piece before, for messages
constexpr std::size_t kLongestWord = 24;
constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::string_view kEndsOfWords = " \t\r\n,:[]{}\"";

bool is_end_of_word(char c) {
  return kEndsOfWords.find(c) != std::string_view::npos;
}

// A byte of UTF-8 that does not begin a character.
bool is_inside_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

JsonStream::JsonStream(std::string_view text)
    : begin_(text.data()), end_(text.data() + text.size()), at_(text.data()) {}

JsonStream::JsonStream(std::FILE* file) : file_(file), buffer_(kKept + kPiece) {
  begin_ = end_ = at_ = buffer_.data();
  refill();
}

void JsonStream::refill() {
  if (file_ == nullptr) return;
  const std::size_t visible = static_cast<std::size_t>(end_ - begin_);
  const std::size_t kept = std::min(visible, kKept);
  const std::size_t dropped = visible - kept;
  // Lines are counted before the text goes.
  if (counted_ < offset_ + dropped) static_cast<void>(place_of(offset_ + dropped));
  std::memmove(buffer_.data(), buffer_.data() + dropped, kept);
  const std::size_t read = std::fread(buffer_.data() + kept, 1, kPiece, file_);
  if (read == 0) has_failed_ = std::ferror(file_) != 0;
  offset_ += dropped;
  at_ = buffer_.data() + kept;
  end_ = at_ + read;
}

void JsonStream::skip_space() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (visible_from(Tell()).starts_with(kByteOrderMark)) {
    for (std::size_t i = 0; i < kByteOrderMark.size(); ++i) Take();
  }
  while (!is_at_end() && kSpaces.find(Peek()) != std::string_view::npos) Take();
}

const char* JsonStream::pointer_to(std::size_t offset) const {
  const std::size_t visible = static_cast<std::size_t>(end_ - begin_);
  return begin_ + (offset < offset_ ? 0 : std::min(offset - offset_, visible));
}

std::string_view JsonStream::visible_from(std::size_t offset) const {
  const char* from = pointer_to(offset);
  return {from, static_cast<std::size_t>(end_ - from)};
}

JsonStream::TextPosition JsonStream::place_of(std::size_t offset) {
  offset = std::max(offset, counted_);
  const char* to = pointer_to(offset);
  for (const char* from = pointer_to(counted_); from != to; ++from) {
    from = static_cast<const char*>(std::memchr(from, '\n', static_cast<std::size_t>(to - from)));
    if (from == nullptr) break;
    ++line_;
    line_start_ = offset_ + static_cast<std::size_t>(from + 1 - begin_);
  }
  counted_ = offset;
  return {line_, static_cast<std::uint32_t>(offset - line_start_ + 1)};
}

std::size_t JsonStream::word_start(std::size_t offset) const {
  const char* from = pointer_to(offset);
  while (from != begin_ && !is_end_of_word(from[-1])) --from;
  return offset_ + static_cast<std::size_t>(from - begin_);
}

std::size_t JsonStream::string_start(std::size_t end) const {
  const char* from = pointer_to(end) - 1;
  while (from > begin_) {
    --from;
    const bool is_escaped = from > begin_ && from[-1] == '\\';
    if (*from == '"' && !is_escaped) break;
  }
  return offset_ + static_cast<std::size_t>(from - begin_);
}

std::string JsonStream::word_at(std::size_t offset) const {
  const std::string_view rest = visible_from(offset);
  std::size_t length = 0;
  while (length < rest.size() && !is_end_of_word(rest[length])) ++length;
  if (length == 0 && !rest.empty()) {
    const std::size_t quote = rest[0] == '"' ? rest.find_first_of("\"\n", 1) : 0;
    length = quote == std::string_view::npos ? rest.size() : quote + 1;
  }
  if (length <= kLongestWord) return std::string(rest.substr(0, length));
  length = kLongestWord;
  while (length > 0 && is_inside_character(rest[length])) --length;
  return std::string(rest.substr(0, length)) + "...";
}

std::string_view JsonStream::line_at(std::size_t offset) const {
  const std::string_view rest = visible_from(offset);
  return rest.substr(0, rest.find('\n'));
}

}  // namespace autumn::trace
