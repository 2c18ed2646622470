// This file takes comments out of the gaps between tokens.
#include "stan/printing/comments.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "stan/syntax/lexer.h"
#include "stan/syntax/source.h"

namespace autumn::stan {
namespace {

// Text without comments, line by line.
class Stripped {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      line_ += c;
      if (c == '\n') end_line();
    }
  }

  // A space keeps what stands around the comment apart.
  void add_comment() {
    has_comment_ = true;
    line_ += ' ';
  }

  [[nodiscard]] std::string take() {
    end_line();
    return std::move(out_);
  }

 private:
  void end_line() {
    const bool is_empty = line_.find_first_not_of(" \t\r\n") == std::string::npos;
    if (!is_empty || !has_comment_) out_ += line_;
    line_.clear();
    has_comment_ = false;
  }

  std::string out_;
  std::string line_;
  bool has_comment_ = false;
};

void add_gap(std::string_view gap, Stripped& to) {
  while (!gap.empty()) {
    const bool is_block = gap.starts_with("/*");
    const bool is_comment = is_block || gap.starts_with("//");
    const std::size_t end = !is_comment ? 1
                            : is_block  ? gap.find("*/", 2) + 2
                                        : std::min(gap.find('\n'), gap.size());
    if (is_comment) {
      to.add_comment();
    } else {
      to.add(gap.substr(0, end));
    }
    gap.remove_prefix(end);
  }
}

}  // namespace

std::string without_comments(std::string_view text) {
  Sources sources("program", std::string(text));
  const std::vector<Token> tokens = lex(sources).tokens;
  const std::string_view all = sources.file(0).text;
  Stripped stripped;
  std::size_t begin = 0;
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::kEnd) continue;
    const auto at = static_cast<std::size_t>(token.text.data() - all.data());
    add_gap(all.substr(begin, at - begin), stripped);
    stripped.add(token.text);
    begin = at + token.text.size();
  }
  add_gap(all.substr(begin), stripped);
  return stripped.take();
}

}  // namespace autumn::stan
