// This file goes over the tokens of a program and finds what is old: comments, arrows, and by
// other files arrays and calls.
#include "stan/advice/find_old_forms.h"

#include <algorithm>

#include "stan/syntax/lexer.h"

namespace autumn::stan {
namespace {

const Token kNothing{};

int nesting(TokenKind kind) {
  switch (kind) {
    case TokenKind::kLeftParen:
    case TokenKind::kLeftBracket:
    case TokenKind::kLeftBrace: return 1;
    case TokenKind::kRightParen:
    case TokenKind::kRightBracket:
    case TokenKind::kRightBrace: return -1;
    default: return 0;
  }
}

// `x <- 1`, but not the comparison `x <-1`, which stands in brackets or after a sign of assignment.
class Arrows {
 public:
  void visit(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms) {
    const TokenKind kind = tokens[at].kind;
    const bool ends_statement = kind == TokenKind::kSemicolon || kind == TokenKind::kLeftBrace ||
                                kind == TokenKind::kRightBrace;
    const bool is_arrow = kind == TokenKind::kLess && tokens.is(at + 1, TokenKind::kMinus) &&
                          is_adjacent(tokens[at], tokens[at + 1]);
    if (ends_statement) {
      depth_ = 0;
      is_value_ = false;
    } else if (is_arrow && depth_ == 0 && !is_value_) {
      SourceRange where = tokens.where(at);
      where.length = 2;
      const bool is_target = at > 0 && tokens.is(at - 1, TokenKind::kTarget);
      forms.push_back(
          {.where = where,
           .what = "`<-` was removed from the language",
           .instead = {},
           .is_refused = true,
           .edits = {{.begin = tokens.begin_of(at), .length = 2, .text = is_target ? "+=" : "="}}});
    } else {
      depth_ += nesting(kind);
      is_value_ = is_value_ || kind == TokenKind::kAssign || kind == TokenKind::kTilde ||
                  kind == TokenKind::kReturn;
    }
  }

 private:
  int depth_ = 0;
  bool is_value_ = false;  // after `=`, `~` or `return`
};

// The lexer points at the `#` of every comment that begins with it.
void find_hash_comments(const Sources& sources, const Tokens& tokens, std::vector<OldForm>& forms) {
  const std::string& text = sources.file(0).text;
  for (const Problem& problem : tokens.problems) {
    const SourceRange& where = problem.error.where;
    if (where.file != sources.file(0).name) continue;
    const std::string_view line = line_of(text, where.line);
    if (line.size() < where.column || line[where.column - 1] != '#') continue;
    if (line.substr(where.column - 1).starts_with("#include")) continue;
    const auto begin = static_cast<std::size_t>(line.data() - text.data()) + where.column - 1;
    forms.push_back({.where = where,
                     .what = "comments no longer begin with `#`",
                     .instead = {},
                     .is_refused = true,
                     .edits = {{.begin = begin, .length = 1, .text = "//"}}});
  }
}

void find_reserved_name(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms) {
  constexpr std::string_view kNames[] = {"lower", "upper", "offset", "multiplier"};
  const Token& token = tokens[at];
  const bool is_name =
      token.kind == TokenKind::kIdentifier &&
      std::find(std::begin(kNames), std::end(kNames), token.text) != std::end(kNames);
  if (!is_name || at == 0) return;
  const TokenKind before = tokens[at - 1].kind;
  const TokenKind after = tokens[at + 1].kind;
  const bool is_declared = (is_type_word(before) || before == TokenKind::kRightBracket ||
                            before == TokenKind::kGreater) &&
                           (after == TokenKind::kSemicolon || after == TokenKind::kComma ||
                            after == TokenKind::kAssign || after == TokenKind::kRightParen);
  if (!is_declared) return;
  forms.push_back({.where = tokens.where(at),
                   .what = "`" + std::string(token.text) + "` is a word of the language in Stan",
                   .instead = "choose another name",
                   .is_refused = true,
                   .edits = {}});
}

}  // namespace

TokenText::TokenText(const Sources& sources, std::span<const Token> tokens)
    : sources_(sources), tokens_(tokens) {
  for (std::size_t at = 1; at < size(); ++at) {
    if (is_definition(at)) defined_.emplace((*this)[at].text);
    if (is(at - 1, TokenKind::kTilde)) drawn_.emplace((*this)[at].text);
  }
}

const Token& TokenText::operator[](std::size_t at) const {
  return at < tokens_.size() ? tokens_[at] : kNothing;
}

std::size_t TokenText::begin_of(std::size_t at) const {
  return static_cast<std::size_t>((*this)[at].text.data() - sources_.file(0).text.data());
}

std::size_t TokenText::end_of(std::size_t at) const {
  return begin_of(at) + (*this)[at].text.size();
}

std::string TokenText::between(std::size_t first, std::size_t last) const {
  return sources_.file(0).text.substr(begin_of(first), end_of(last) - begin_of(first));
}

std::size_t TokenText::closing(std::size_t at) const {
  int depth = 0;
  for (; at < size(); ++at) {
    depth += nesting((*this)[at].kind);
    if (depth == 0) return at;
  }
  return size();
}

std::vector<std::size_t> TokenText::separators(std::size_t opening) const {
  std::vector<std::size_t> found;
  const std::size_t end = closing(opening);
  int depth = 0;
  for (std::size_t at = opening; at < end; ++at) {
    const TokenKind kind = (*this)[at].kind;
    depth += nesting(kind);
    if (depth == 1 && (kind == TokenKind::kComma || kind == TokenKind::kBar)) found.push_back(at);
  }
  return found;
}

SourceRange TokenText::where(std::size_t at) const {
  return range_of(sources_, (*this)[at]);
}

bool TokenText::is_defined(std::string_view function) const {
  return defined_.find(function) != defined_.end();
}

bool TokenText::is_drawn(std::string_view distribution) const {
  return drawn_.find(distribution) != drawn_.end();
}

// Behind the type of a result, before a bracket: `real f(`, `array[] real f(`, `real[] f(`.
bool TokenText::is_definition(std::size_t at) const {
  if (at == 0 || !is(at, TokenKind::kIdentifier) || !is(at + 1, TokenKind::kLeftParen))
    return false;
  const TokenKind before = (*this)[at - 1].kind;
  if (is_type_word(before) || before == TokenKind::kVoid) return true;
  return before == TokenKind::kRightBracket;
}

Edit TokenText::replace(std::size_t at, std::string text) const {
  return {.begin = begin_of(at), .length = (*this)[at].text.size(), .text = std::move(text)};
}

Edit TokenText::insert_before(std::size_t at, std::string text) const {
  return {.begin = begin_of(at), .length = 0, .text = std::move(text)};
}

Edit TokenText::remove(std::size_t first, std::size_t last) const {
  return {.begin = begin_of(first), .length = end_of(last) - begin_of(first), .text = {}};
}

std::vector<OldForm> old_forms(const std::string& name, const std::string& text) {
  Sources sources(name, text);
  Tokens all = lex(sources);
  std::vector<OldForm> forms;
  find_hash_comments(sources, all, forms);
  const TokenText tokens(sources, all.tokens);
  Arrows arrows;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    arrows.visit(tokens, at, forms);
    if (is_type_word(tokens[at].kind)) find_old_array(tokens, at, forms);
    find_old_call(tokens, at, forms);
    find_reserved_name(tokens, at, forms);
  }
  std::stable_sort(forms.begin(), forms.end(), [](const OldForm& a, const OldForm& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
  return forms;
}

}  // namespace autumn::stan
