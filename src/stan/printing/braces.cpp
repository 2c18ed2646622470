// This file finds bare bodies among the tokens of a program.
#include "stan/printing/braces.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "stan/syntax/lexer.h"

namespace autumn::stan {
namespace {

struct Insertion {
  std::size_t behind = 0;  // a token
  std::string_view brace;
};

// Walks over statements, each from its first token to the one behind its last.
class BodySearch {
 public:
  explicit BodySearch(std::span<const Token> tokens) : tokens_(tokens) {}

  // In the order of the text.
  std::vector<Insertion> run() {
    for (std::size_t i = 0; i < tokens_.size();) {
      i = governs(kind(i)) ? statement(i) : i + 1;
    }
    std::ranges::stable_sort(found_, {}, &Insertion::behind);
    return found_;
  }

 private:
  [[nodiscard]] TokenKind kind(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].kind : TokenKind::kEnd;
  }

  static bool governs(TokenKind kind) {
    return kind == TokenKind::kIf || kind == TokenKind::kFor || kind == TokenKind::kWhile;
  }

  // Behind the bracket that closes the one at `i`.
  [[nodiscard]] std::size_t behind_bracket(std::size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      switch (kind(i)) {
        case TokenKind::kLeftParen:
        case TokenKind::kLeftBracket:
        case TokenKind::kLeftBrace: ++depth; break;
        case TokenKind::kRightParen:
        case TokenKind::kRightBracket:
        case TokenKind::kRightBrace:
          if (--depth == 0) return i + 1;
          break;
        default: break;
      }
    }
    return i;
  }

  // `{1, 2} ~ normal(0, 1);` begins with a brace and is no block.
  [[nodiscard]] bool is_block(std::size_t i) const {
    return kind(i) == TokenKind::kLeftBrace && kind(behind_bracket(i)) != TokenKind::kTilde;
  }

  std::size_t statement(std::size_t i) {
    if (kind(i) == TokenKind::kIf) return if_statement(i);
    if (governs(kind(i))) return body(behind_bracket(i + 1));
    if (is_block(i)) return block(i);
    if (kind(i) == TokenKind::kProfile) return block(behind_bracket(i + 1));
    while (i < tokens_.size() && kind(i) != TokenKind::kSemicolon) ++i;
    return i + 1;
  }

  std::size_t if_statement(std::size_t i) {
    i = body(behind_bracket(i + 1));
    if (kind(i) != TokenKind::kElse) return i;
    return kind(i + 1) == TokenKind::kIf ? statement(i + 1) : body(i + 1);
  }

  std::size_t block(std::size_t i) {
    for (++i; i < tokens_.size() && kind(i) != TokenKind::kRightBrace;) i = statement(i);
    return i + 1;
  }

  // The statement that a head governs.
  std::size_t body(std::size_t i) {
    if (is_block(i)) return block(i);
    found_.push_back({i - 1, " {"});
    const std::size_t end = statement(i);
    found_.push_back({end - 1, " }"});
    return end;
  }

  std::span<const Token> tokens_;
  std::vector<Insertion> found_;
};

}  // namespace

std::string with_braces(std::string_view text) {
  Sources sources("program", std::string(text));
  const std::vector<Token> tokens = lex(sources).tokens;
  const std::string& whole = sources.file(0).text;
  std::string result;
  std::size_t done = 0;
  for (const Insertion& insertion : BodySearch(tokens).run()) {
    const std::string_view before = tokens[insertion.behind].text;
    const auto end = static_cast<std::size_t>(before.data() - whole.data()) + before.size();
    result += whole.substr(done, end - done);
    result += insertion.brace;
    done = end;
  }
  return result + whole.substr(done);
}

}  // namespace autumn::stan
