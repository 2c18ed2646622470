// This file prints programs in the canonical style with their comments, which are put back where
// their neighbours are.
#include "cmdstan/formatted.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "stan/printing/print.h"
#include "stan/syntax/lexer.h"

namespace autumn::cmdstan {
namespace {

struct Comment {
  std::string text;
  std::size_t after = 0;     // so many tokens stand before it
  bool is_trailing = false;  // on the line of the token before it
};

// Tokens of one text, in it.
struct Lexed {
  std::string_view text;
  std::vector<std::string_view> tokens;

  [[nodiscard]] std::size_t begin_of(std::size_t k) const {
    return static_cast<std::size_t>(tokens[k].data() - text.data());
  }
  [[nodiscard]] std::size_t end_of(std::size_t k) const { return begin_of(k) + tokens[k].size(); }
};

Lexed lexed(stan::Sources& sources) {
  Lexed result{.text = sources.file(0).text, .tokens = {}};
  for (const stan::Token& token : stan::lex(sources).tokens) {
    if (!token.text.empty()) result.tokens.push_back(token.text);
  }
  return result;
}

void add_comments(std::string_view gap, std::size_t after, std::vector<Comment>& comments) {
  std::size_t at = 0;
  while (at < gap.size()) {
    const std::string_view rest = gap.substr(at);
    if (!rest.starts_with("//") && !rest.starts_with("/*")) {
      ++at;
      continue;
    }
    const std::size_t end =
        rest.starts_with("//") ? std::min(rest.find('\n'), rest.size()) : rest.find("*/", 2) + 2;
    std::string text(rest.substr(0, end));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.pop_back();
    const bool is_trailing = after > 0 && gap.substr(0, at).find('\n') == std::string_view::npos;
    comments.push_back({std::move(text), after, is_trailing});
    at += end;
  }
}

std::vector<Comment> comments_of(const Lexed& lexed) {
  std::vector<Comment> comments;
  std::size_t begin = 0;
  for (std::size_t k = 0; k <= lexed.tokens.size(); ++k) {
    const std::size_t end = k < lexed.tokens.size() ? lexed.begin_of(k) : lexed.text.size();
    add_comments(lexed.text.substr(begin, end - begin), k, comments);
    if (k < lexed.tokens.size()) begin = lexed.end_of(k);
  }
  return comments;
}

// Which token of `b` each token of `a` is: both are in one order, but for parentheses, braces and
// the like that one of them has more.
std::vector<std::optional<std::size_t>> aligned(const Lexed& a, const Lexed& b) {
  constexpr std::size_t kFarthest = 24;
  std::vector<std::optional<std::size_t>> result(a.tokens.size());
  const auto same = [&](std::size_t i, std::size_t j) {
    return i < a.tokens.size() && j < b.tokens.size() && a.tokens[i] == b.tokens[j];
  };
  std::size_t i = 0, j = 0;
  while (i < a.tokens.size() && j < b.tokens.size()) {
    if (same(i, j)) {
      result[i++] = j++;
      continue;
    }
    bool is_found = false;
    for (std::size_t skipped = 1; skipped <= kFarthest && !is_found; ++skipped) {
      for (std::size_t k = 0; k <= skipped && !is_found; ++k) {
        if (!same(i + k, j + skipped - k)) continue;
        i += k;
        j += skipped - k;
        is_found = true;
      }
    }
    if (!is_found) return result;
  }
  return result;
}

class Reattaching {
 public:
  Reattaching(const Lexed& written, const Lexed& canonical)
      : written_(written), canonical_(canonical), places_(aligned(written, canonical)) {}

  std::string run() {
    for (const Comment& comment : comments_of(written_)) attach(comment);
    std::string text;
    std::size_t begin = 0;
    for (const auto& [at, insertion] : insertions_) {
      text += canonical_.text.substr(begin, at - begin);
      text += insertion;
      begin = at;
    }
    return text + std::string(canonical_.text.substr(begin));
  }

 private:
  void attach(const Comment& comment) {
    if (comment.is_trailing) {
      if (const auto place = place_before(comment.after)) {
        const std::size_t end = canonical_.text.find('\n', canonical_.end_of(*place));
        insertions_[std::min(end, canonical_.text.size())] += " " + comment.text;
        return;
      }
    }
    const auto place = place_after(comment.after);
    const std::size_t line =
        place ? start_of_line(canonical_.begin_of(*place)) : canonical_.text.size();
    const std::size_t code = place ? canonical_.text.find_first_not_of(' ', line) : line;
    insertions_[line] += std::string(code - line, ' ') + comment.text + "\n";
  }

  [[nodiscard]] std::size_t start_of_line(std::size_t at) const {
    const std::size_t end = canonical_.text.rfind('\n', at);
    return end == std::string_view::npos ? 0 : end + 1;
  }

  [[nodiscard]] std::optional<std::size_t> place_before(std::size_t k) const {
    while (k-- > 0) {
      if (places_[k]) return places_[k];
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::size_t> place_after(std::size_t k) const {
    for (; k < places_.size(); ++k) {
      if (places_[k]) return places_[k];
    }
    return std::nullopt;
  }

  const Lexed& written_;
  const Lexed& canonical_;
  std::vector<std::optional<std::size_t>> places_;
  std::map<std::size_t, std::string> insertions_;
};

}  // namespace

std::string formatted(const stan::Sources& sources, const stan::Program& program) {
  // What is included has no place in the canonical text.
  if (sources.size() > 1) return sources.file(0).text;
  stan::Sources written(sources.file(0).name, sources.file(0).text);
  stan::Sources canonical(sources.file(0).name, stan::to_text(program));
  return Reattaching(lexed(written), lexed(canonical)).run();
}

}  // namespace autumn::cmdstan
