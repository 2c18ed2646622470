// This file finds idle parentheses among the tokens of a program.
#include "stan/printing/parentheses.h"

#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "stan/syntax/lexer.h"

namespace autumn::stan {
namespace {

bool is_single(TokenKind kind) {
  return kind == TokenKind::kIdentifier || kind == TokenKind::kIntNumber ||
         kind == TokenKind::kRealNumber || kind == TokenKind::kImaginaryNumber;
}

// Whether parentheses after this token are around an expression, and not part of a call, of a
// condition or of a type.
bool begins_expression(TokenKind kind) {
  switch (kind) {
    case TokenKind::kComma:
    case TokenKind::kLeftParen:
    case TokenKind::kLeftBracket:
    case TokenKind::kBar:
    case TokenKind::kQuestion:
    case TokenKind::kColon:
    case TokenKind::kReturn: return true;
    case TokenKind::kTranspose:
    case TokenKind::kSemicolon:
    case TokenKind::kTilde:
    case TokenKind::kRightParen:
    case TokenKind::kRightBracket:
    case TokenKind::kLeftBrace:
    case TokenKind::kRightBrace: return false;
    default: return kind >= TokenKind::kPlus && kind <= TokenKind::kElementDivideAssign;
  }
}

// The place that closes each opening one, and whether a comma stands directly between them.
struct Pair {
  std::size_t closing = 0;
  bool has_comma = false;
};

std::vector<Pair> pairs_of(std::span<const Token> tokens) {
  std::vector<Pair> pairs(tokens.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    switch (tokens[i].kind) {
      case TokenKind::kLeftParen:
      case TokenKind::kLeftBracket:
      case TokenKind::kLeftBrace: open.push_back(i); break;
      case TokenKind::kRightParen:
      case TokenKind::kRightBracket:
      case TokenKind::kRightBrace:
        if (open.empty()) break;
        pairs[open.back()].closing = i;
        open.pop_back();
        break;
      case TokenKind::kComma:
        if (!open.empty()) pairs[open.back()].has_comma = true;
        break;
      default: break;
    }
  }
  return pairs;
}

std::set<std::size_t> idle_tokens(std::span<const Token> tokens) {
  const std::vector<Pair> pairs = pairs_of(tokens);
  std::set<std::size_t> idle;
  for (std::size_t i = 1; i + 2 < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::kLeftParen || pairs[i].closing == 0) continue;
    const std::size_t end = pairs[i].closing;
    const bool is_around_one =
        end == i + 2 && is_single(tokens[i + 1].kind) && begins_expression(tokens[i - 1].kind);
    const bool is_second = tokens[i - 1].kind == TokenKind::kLeftParen &&
                           pairs[i - 1].closing == end + 1 && !pairs[i].has_comma;
    if (is_around_one || is_second) idle.insert({i, end});
  }
  return idle;
}

std::string without(const std::string& text, std::span<const Token> tokens,
                    const std::set<std::size_t>& idle) {
  std::string result = text;
  for (auto at = idle.rbegin(); at != idle.rend(); ++at) {
    const auto begin = static_cast<std::size_t>(tokens[*at].text.data() - text.data());
    result.erase(begin, tokens[*at].text.size());
  }
  return result;
}

}  // namespace

std::string without_idle_parentheses(std::string text) {
  while (true) {
    Sources sources("program", text);
    const std::vector<Token> tokens = lex(sources).tokens;
    const std::set<std::size_t> idle = idle_tokens(tokens);
    if (idle.empty()) return text;
    text = without(sources.file(0).text, tokens, idle);
  }
}

}  // namespace autumn::stan
