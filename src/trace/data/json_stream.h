// A JSON stream is the text of a JSON file as characters, with lines and columns known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace autumn::trace {

// Reads a text that is in memory, or a file piece by piece. A part of what was read stays visible,
// so that an error can show the word it is about. The names in capitals are those RapidJSON asks
// of a stream.
class JsonStream {
 public:
  using Ch = char;
  struct TextPosition {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
  };

  explicit JsonStream(std::string_view text);
  explicit JsonStream(std::FILE* file);  // remains the caller's
  JsonStream(const JsonStream&) = delete;
  JsonStream& operator=(const JsonStream&) = delete;

  [[nodiscard]] char Peek() const { return at_ == end_ ? '\0' : *at_; }
  char Take() {
    if (at_ == end_) return '\0';
    const char c = *at_++;
    if (at_ == end_) refill();
    return c;
  }
  [[nodiscard]] std::size_t Tell() const {
    return offset_ + static_cast<std::size_t>(at_ - begin_);
  }
  // For parsing in place only, which we do not do.
  char* PutBegin() { return nullptr; }
  void Put(char) {}
  void Flush() {}
  std::size_t PutEnd(char*) { return 0; }

  [[nodiscard]] bool has_failed() const { return has_failed_; }
  [[nodiscard]] bool is_at_end() const { return at_ == end_; }
  // Passes over spaces and a byte order mark.
  void skip_space();
  // Where a character is. Must not be asked for earlier places after later ones.
  [[nodiscard]] TextPosition place_of(std::size_t offset);
  // Where the word that ends at (or contains) this place begins; of a string, its first quote.
  [[nodiscard]] std::size_t word_start(std::size_t offset) const;
  [[nodiscard]] std::size_t string_start(std::size_t end) const;
  // The word, mark or quoted text that begins here, shortened; empty at the end.
  [[nodiscard]] std::string word_at(std::size_t offset) const;
  // What can be seen of the line that begins here.
  [[nodiscard]] std::string_view line_at(std::size_t offset) const;

 private:
  void refill();
  [[nodiscard]] std::string_view visible_from(std::size_t offset) const;
  [[nodiscard]] const char* pointer_to(std::size_t offset) const;

  std::FILE* file_ = nullptr;
  std::vector<char> buffer_;
  bool has_failed_ = false;
  const char* begin_ = nullptr;  // of what is visible
  const char* end_ = nullptr;
  const char* at_ = nullptr;
  std::size_t offset_ = 0;  // of begin_ in the whole
  // The last place asked for: lines are counted from there on.
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
};

}  // namespace autumn::trace
