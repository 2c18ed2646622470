// A mistake of a command line, in words for the one who typed it: CLI11's own say little of what
// was expected.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace autumn::cli {

struct Mistake {
  std::string command;     // empty: before any
  std::string message;     // what was given, and what was expected
  std::string suggestion;  // may be empty
};

// What was wrong, after `app` has thrown `error` while it parsed.
[[nodiscard]] Mistake mistake_of(const CLI::App& app, const CLI::ParseError& error);

// Whether an option or a place has an empty word: no file is called so, and no value of ours
// either.
[[nodiscard]] std::optional<Mistake> empty_word_of(const CLI::App& app);

// The message, the suggestion, and where the help is.
[[nodiscard]] std::string to_text(const Mistake& mistake);

}  // namespace autumn::cli
