// This header makes errors values: what a user did wrong, where, and what to do about it; and it
// has the checks for our own mistakes.
#pragma once

#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace autumn {

// A place in a source text. `line` and `column` count from 1; line 0 means "no place known".
struct SourceRange {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 0;

  [[nodiscard]] bool is_known() const { return line != 0; }
  bool operator==(const SourceRange&) const = default;
};

// A mistake of the user: one message, the place, and a suggestion (may be empty).
struct Error {
  std::string message;
  std::string suggestion;
  SourceRange where;

  bool operator==(const Error&) const = default;
};

// "file:line:column: error: message\n  suggestion"
[[nodiscard]] std::string to_text(const Error& error);

// Either a value or the user's mistake that prevented it.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT implicit

  [[nodiscard]] bool is_ok() const { return state_.index() == 0; }
  explicit operator bool() const { return is_ok(); }

  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
  [[nodiscard]] T& value() & { return std::get<0>(state_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
  [[nodiscard]] const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

// The result of an operation that has no value to give.
struct Done {
  bool operator==(const Done&) const = default;
};
using Status = Result<Done>;

// Prints "internal error, please report" with the place and the assumption, and aborts.
[[noreturn]] void internal_error(std::string_view assumption, const char* file, int line);
// The same after a switch over all kinds of something: "the rule is one of the list".
[[noreturn]] void not_of_the_list(std::string_view what,
                                  std::source_location place = std::source_location::current());

// The candidate nearest to `word` in edit distance, or empty if none is near enough to suggest.
[[nodiscard]] std::string nearest_word(std::string_view word, const std::string* first,
                                       const std::string* last);

}  // namespace autumn

// For assumptions of ours that no input of a user may break. On in release builds.
#define AUTUMN_CHECK(condition, assumption) \
  ((condition) ? static_cast<void>(0) : ::autumn::internal_error(assumption, __FILE__, __LINE__))
