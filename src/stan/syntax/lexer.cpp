// This file turns text into tokens.
#include "stan/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace autumn::stan {
namespace {

constexpr std::size_t kMaxIncludes = 1000;  // files that include each other twice grow without end
constexpr std::size_t kMostLexicalProblems = 100;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

struct Punctuation {
  std::string_view text;
  TokenKind kind;
};

// Longest first, so that the first match is the right one.
constexpr auto kPunctuation = [] {
  std::array table{
#define AUTUMN_STAN_ENTRY(name, text) Punctuation{text, TokenKind::name},
      AUTUMN_STAN_PUNCTUATION(AUTUMN_STAN_ENTRY)
#undef AUTUMN_STAN_ENTRY
  };
  std::sort(table.begin(), table.end(), [](const Punctuation& a, const Punctuation& b) {
    return a.text.size() > b.text.size();
  });
  return table;
}();

// What people paste from documents and other languages, and what they mean.
struct Lookalike {
  std::string_view text;
  std::string_view suggestion;
};
constexpr std::array kLookalikes{
    Lookalike{"&", "did you mean `&&`?"},
    Lookalike{"\xE2\x88\x92", "write the minus sign as `-`"},
    Lookalike{"\xE2\x80\x93", "write the minus sign as `-`"},
    Lookalike{"\xE2\x80\x9C", "write quotes as `\"`"},
    Lookalike{"\xE2\x80\x9D", "write quotes as `\"`"},
    Lookalike{"\xE2\x80\x99", "write the transpose as '"},
    Lookalike{"\xC2\xA0", "replace this special space by an ordinary one"},
    Lookalike{"\xE2\x89\xA4", "write `<=`"},
    Lookalike{"\xE2\x89\xA5", "write `>=`"},
    Lookalike{"\xC3\x97", "write `*`"},
    Lookalike{"$", "names are made of letters, digits and `_`"},
    Lookalike{".", "names are made of letters, digits and `_`"},
    Lookalike{"@", "matrix products are written `*`"},
};

class Lexer {
 public:
  Lexer(Sources& sources, const Includes& includes) : sources_(sources), includes_(includes) {}

  Tokens run() {
    lex_file(0);
    return std::move(result_);
  }

 private:
  // Where we are in a file; saved while an included file is read.
  struct Reading {
    std::size_t file = 0;
    std::string_view text;
    std::size_t at = 0;
    std::size_t line_begin = 0;
    std::uint32_t line = 1;
  };

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    const std::size_t at = place_.at + ahead;
    return at < place_.text.size() ? place_.text[at] : '\0';
  }
  [[nodiscard]] bool is_done() const { return place_.at >= place_.text.size(); }
  [[nodiscard]] std::string_view rest() const { return place_.text.substr(place_.at); }

  [[nodiscard]] Token token_here(TokenKind kind, std::size_t length) const {
    return {.kind = kind,
            .file = static_cast<std::uint32_t>(place_.file),
            .line = place_.line,
            .column = static_cast<std::uint32_t>(place_.at - place_.line_begin + 1),
            .text = rest().substr(0, length)};
  }

  void complain(const Token& at, std::string message, std::string_view suggestion = {}) {
    if (result_.problems.size() >= kMostLexicalProblems) return;
    result_.problems.push_back({.token = result_.tokens.size(),
                                .error = {.message = std::move(message),
                                          .suggestion = std::string(suggestion),
                                          .where = range_of(sources_, at)}});
  }

  void emit(TokenKind kind, std::size_t length) {
    result_.tokens.push_back(token_here(kind, length));
    place_.at += length;
  }

  void lex_file(std::size_t number) {
    const Reading outer = std::exchange(
        place_, Reading{.file = number, .text = std::string_view(sources_.file(number).text)});
    open_.push_back(number);
    while (skip_space(), !is_done()) lex_token();
    open_.pop_back();
    if (open_.empty()) emit(TokenKind::kEnd, 0);
    place_ = outer;
  }

  bool skip_line_end() {
    const std::size_t length = line_end_length(place_.text, place_.at);
    if (length == 0) return false;
    place_.at += length;
    place_.line_begin = place_.at;
    ++place_.line;
    return true;
  }

  void skip_space() {
    while (!is_done()) {
      if (skip_line_end()) continue;
      if (is_space(peek())) {
        ++place_.at;
      } else if (peek() == '/' && peek(1) == '/') {
        skip_to_line_end();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_to_line_end() {
    place_.at = std::min(place_.text.find_first_of("\r\n", place_.at), place_.text.size());
  }

  void skip_comment() {
    const Token opening = token_here(TokenKind::kEnd, 2);
    place_.at += 2;
    while (!is_done()) {
      if (peek() == '*' && peek(1) == '/') {
        place_.at += 2;
        return;
      }
      if (!skip_line_end()) ++place_.at;
    }
    complain(opening, "this comment is never closed", "end it with `*/`");
  }

  void lex_token() {
    const char c = peek();
    if (is_letter(c) || c == '_') {
      lex_word();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      lex_number();
    } else if (c == '"') {
      lex_string();
    } else if (c == '#') {
      lex_hash();
    } else if (!lex_punctuation()) {
      lex_unknown();
    }
  }

  [[nodiscard]] std::size_t word_length(std::size_t from = 0) const {
    std::size_t length = from;
    while (is_word(peek(length))) ++length;
    return length;
  }

  // Letters of other alphabets are taken as part of the name, to complain about it once.
  [[nodiscard]] std::size_t name_length() const {
    const auto is_lookalike = [&](std::size_t at) {
      const std::string_view text = rest().substr(at);
      return std::any_of(kLookalikes.begin(), kLookalikes.end(),
                         [&](const Lookalike& entry) { return text.starts_with(entry.text); });
    };
    std::size_t length = word_length();
    while ((static_cast<unsigned char>(peek(length)) & 0x80) != 0 && !is_lookalike(length)) {
      length = word_length(length + 1);
    }
    return length;
  }

  void lex_word() {
    const Token word = token_here(TokenKind::kIdentifier, name_length());
    if (word.text.size() > word_length()) {
      complain(word, fmt::format("the name `{}` has unusual letters", word.text),
               "names are made of the letters a-z and A-Z, digits and `_`");
    } else if (word.text.starts_with('_')) {
      complain(word, fmt::format("the name `{}` begins with `_`", word.text),
               "names begin with a letter");
    } else if (word.text.ends_with("__")) {
      complain(word, fmt::format("the name `{}` ends with `__`", word.text),
               "such names are kept for the output of the sampler");
    }
    emit(word_kind(word.text), word.text.size());
  }

  // Digits, which single underscores may separate: 1_000. Gives where they end.
  [[nodiscard]] std::size_t digits_end(std::size_t from) const {
    std::size_t end = from;
    while (is_digit(peek(end)) || (end > from && peek(end) == '_' && is_digit(peek(end + 1))))
      ++end;
    return end;
  }

  void lex_number() {
    std::size_t length = digits_end(0);
    bool is_real = false;
    if (peek(length) == '.') {  // also in `2.^x`, which is `2. ^ x`: the longest token wins
      is_real = true;
      length = digits_end(length + 1);
    }
    if (const std::size_t end = exponent_end(length); end > length) {
      is_real = true;
      length = end;
    }
    if (is_word(peek(length))) return lex_number_with_letters(length);
    emit(is_real ? TokenKind::kRealNumber : TokenKind::kIntNumber, length);
  }

  // Where an exponent such as e-3 that begins at `from` ends; `from` itself if there is none.
  [[nodiscard]] std::size_t exponent_end(std::size_t from) const {
    if (peek(from) != 'e' && peek(from) != 'E') return from;
    const std::size_t sign = peek(from + 1) == '+' || peek(from + 1) == '-' ? 1 : 0;
    const std::size_t digits = from + 1 + sign;
    return is_digit(peek(digits)) ? digits_end(digits) : from;
  }

  void lex_number_with_letters(std::size_t digits) {
    const std::size_t length = word_length(digits);
    const Token word = token_here(TokenKind::kRealNumber, length);
    if (word.text.substr(digits) == "i") return emit(TokenKind::kImaginaryNumber, length);
    complain(word, fmt::format("`{}` is neither a number nor a name", word.text),
             "names begin with a letter");
    emit(TokenKind::kRealNumber, length);
  }

  void lex_string() {
    const std::size_t end = rest().find_first_of("\"\r\n", 1);
    if (end != std::string_view::npos && rest()[end] == '"')
      return emit(TokenKind::kString, end + 1);
    const std::size_t length = std::min(end, rest().size());
    complain(token_here(TokenKind::kString, length), "this text is never closed",
             "end it with `\"` on the same line");
    emit(TokenKind::kString, length);
  }

  bool lex_punctuation() {
    const std::string_view text = rest();
    for (const Punctuation& entry : kPunctuation) {
      if (text.starts_with(entry.text)) {
        emit(entry.kind, entry.text.size());
        return true;
      }
    }
    return false;
  }

  void lex_unknown() {
    const auto is_plain = [](char c) {
      return is_word(c) || is_space(c) || c == '\r' || c == '\n' ||
             std::string_view("+-*/%\\^'!=<>?:,;()[]{}|~\"#").find(c) != std::string_view::npos;
    };
    for (const Lookalike& entry : kLookalikes) {
      if (!rest().starts_with(entry.text)) continue;
      const Token found = token_here(TokenKind::kEnd, entry.text.size());
      complain(found, fmt::format("unexpected character `{}`", found.text), entry.suggestion);
      place_.at += entry.text.size();
      return;
    }
    std::size_t length = 1;
    while (place_.at + length < place_.text.size() && !is_plain(peek(length))) ++length;
    const bool is_shown = length == 1 && peek() > ' ' && peek() < 0x7F;
    complain(token_here(TokenKind::kEnd, length),
             is_shown ? fmt::format("unexpected character `{}`", peek()) : "unexpected characters",
             "outside of comments and texts, programs are written in plain ASCII");
    place_.at += length;
  }

  void lex_hash() {
    constexpr std::string_view kWord = "#include";
    if (rest().starts_with(kWord) && !is_word(peek(kWord.size()))) return lex_include(kWord.size());
    complain(token_here(TokenKind::kEnd, 1), "comments no longer begin with `#`",
             "begin the comment with `//`");
    skip_to_line_end();
  }

  void lex_include(std::size_t word) {
    const Token directive = token_here(TokenKind::kEnd, word);
    place_.at += word;
    while (is_space(peek())) ++place_.at;
    const char closing = peek() == '<' ? '>' : peek() == '"' ? '"' : '\0';
    if (closing != '\0') ++place_.at;
    const std::size_t end = include_name_end(closing);
    const Token name = token_here(TokenKind::kString, end);
    place_.at += end;
    if (name.text.empty() || (closing != '\0' && peek() != closing)) {
      complain(directive, "expected the name of a file after `#include`",
               "write #include \"file.stan\"");
      return skip_to_line_end();
    }
    if (closing != '\0') ++place_.at;
    include(name);
  }

  [[nodiscard]] std::size_t include_name_end(char closing) const {
    const std::string_view text = rest();
    std::size_t end = 0;
    while (end < text.size() && text[end] != '\r' && text[end] != '\n') {
      if (closing != '\0' ? text[end] == closing : is_space(text[end])) break;
      ++end;
    }
    return end;
  }

  void include(const Token& name) {
    if (++included_ > kMaxIncludes) {
      return complain(name, fmt::format("more than {} files are included", kMaxIncludes));
    }
    Result<SourceFile> found = find_include(includes_, name.text, sources_.file(place_.file).name);
    if (!found) return complain(name, found.error().message, found.error().suggestion);
    SourceFile file = std::move(found).value();
    for (const std::size_t open : open_) {
      if (sources_.file(open).name == file.name) {
        return complain(name, fmt::format("`{}` includes itself", file.name),
                        "remove one of the `#include` lines of the circle");
      }
    }
    const SourceFile* known = sources_.find(file.name);
    lex_file(known != nullptr ? number_of(known) : sources_.add(file.name, std::move(file.text)));
  }

  [[nodiscard]] std::size_t number_of(const SourceFile* file) const {
    std::size_t number = 0;
    while (&sources_.file(number) != file) ++number;
    return number;
  }

  Sources& sources_;
  const Includes& includes_;
  Tokens result_;
  Reading place_;
  std::vector<std::size_t> open_;  // files we are inside of
  std::size_t included_ = 0;
};

}  // namespace

Tokens lex(Sources& sources, const Includes& includes) {
  return Lexer(sources, includes).run();
}

}  // namespace autumn::stan
