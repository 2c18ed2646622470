// This file moves over tokens, and notes mistakes.
#include "stan/syntax/parse_cursor.h"

#include <algorithm>

#include <fmt/format.h>

namespace autumn::stan {
namespace {

constexpr std::size_t kMostSyntaxProblems = 20;
constexpr std::size_t kMaxDepth = 500;
constexpr std::size_t kMaxQuoted = 40;

}  // namespace

const Token& Cursor::ahead(std::size_t steps) const {
  return tokens_[std::min(at_ + steps, tokens_.size() - 1)];
}

bool Cursor::at_name(std::string_view name) const {
  return at(TokenKind::kIdentifier) && token().text == name;
}

const Token& Cursor::take() {
  const Token& taken = token();
  if (at_ + 1 < tokens_.size()) ++at_;
  return taken;
}

bool Cursor::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

bool Cursor::expect(TokenKind kind, std::string_view purpose) {
  if (accept(kind)) return true;
  fail_expected(fmt::format("{} {}", to_text(kind), purpose));
  return false;
}

bool Cursor::close(TokenKind kind, const Token& opening) {
  if (accept(kind)) return true;
  std::string_view suggestion;
  if (at(TokenKind::kAssign) && kind == TokenKind::kRightParen) suggestion = "use `==` to compare";
  const std::string place = opening.line == token().line && opening.file == token().file
                                ? fmt::format("column {}", opening.column)
                                : fmt::format("line {}, column {}", opening.line, opening.column);
  fail_expected(fmt::format("{} to close the `{}` of {}", to_text(kind), opening.text, place),
                suggestion);
  return false;
}

bool Cursor::end_statement(std::string_view what) {
  if (accept(TokenKind::kSemicolon)) return true;
  if (has_failed_) return false;
  const std::string message = fmt::format("expected `;` after {}", what);
  const bool is_last = at(TokenKind::kRightBrace) || is_done() || at_block_start();
  const bool is_word = token().text.size() > 0 && word_kind(token().text) != TokenKind::kIdentifier;
  const bool is_new_line = token().line != previous().line || token().file != previous().file;
  if (is_last || (is_new_line && (is_word || at(TokenKind::kIdentifier)))) {
    complain_at(after(previous()), message, "add a semicolon here");
    return true;
  }
  fail(token(), fmt::format("{}, found {}", message, describe(token())));
  return false;
}

std::string Cursor::expect_name(std::string_view purpose) {
  const Token& here = token();
  if (here.kind == TokenKind::kIdentifier) return std::string(take().text);
  if (word_kind(here.text) != TokenKind::kIdentifier) {
    complain(here,
             fmt::format("`{}` cannot be {}: it is a word of the language", here.text, purpose),
             "choose another name");
    return std::string(take().text);
  }
  fail_expected(fmt::format("{}", purpose));
  return {};
}

void Cursor::complain(const Token& at, std::string message, std::string_view suggestion) {
  const bool is_end = at.kind == TokenKind::kEnd && tokens_.size() > 1;
  complain_at(is_end ? after(tokens_[tokens_.size() - 2]) : range(at), std::move(message),
              suggestion);
}

// A second mistake at the same token is a consequence of the first.
void Cursor::complain_at(SourceRange where, std::string message, std::string_view suggestion) {
  if (has_failed_ || problems_.size() >= kMostSyntaxProblems) return;
  const auto is_here = [&](const Problem& problem) { return problem.token == at_; };
  if (std::any_of(problems_.begin(), problems_.end(), is_here)) return;
  problems_.push_back({.token = at_,
                       .error = {.message = std::move(message),
                                 .suggestion = std::string(suggestion),
                                 .where = std::move(where)}});
}

void Cursor::fail(const Token& at, std::string message, std::string_view suggestion) {
  if (has_failed_) return;
  complain(at, std::move(message), suggestion);
  has_failed_ = true;
  resume_at_ = problems_.size() < kMostSyntaxProblems ? at_ : tokens_.size() - 1;
  at_ = tokens_.size() - 1;
}

void Cursor::fail_expected(std::string_view expected, std::string_view suggestion) {
  if (has_failed_) return;
  fail(token(), fmt::format("expected {}, found {}", expected, describe(token())), suggestion);
}

void Cursor::resume() {
  if (!has_failed_) return;
  has_failed_ = false;
  at_ = resume_at_;
}

void Cursor::recover_after(std::size_t begin, bool enter_blocks) {
  resume();
  skip_statement(enter_blocks);
  const bool is_stuck = at_ == begin && !at(TokenKind::kRightBrace) && !at_block_start();
  if (is_stuck) take();
}

void Cursor::skip_statement(bool enter_blocks) {
  std::size_t depth = 0;
  while (!is_done() && !at_block_start()) {
    if (at(TokenKind::kLeftBrace)) {
      if (depth == 0 && enter_blocks) return;
      ++depth;
    } else if (at(TokenKind::kRightBrace)) {
      if (depth == 0) return;
      --depth;
      if (depth == 0) {
        take();
        return;
      }
    }
    const Token& taken = take();
    if (taken.kind == TokenKind::kSemicolon && depth == 0) return;
  }
}

bool Cursor::at_block_start() const {
  const TokenKind next = ahead().kind;
  switch (token().kind) {
    case TokenKind::kFunctions:
    case TokenKind::kData:
    case TokenKind::kParameters:
    case TokenKind::kModel: return next == TokenKind::kLeftBrace;
    case TokenKind::kTransformed: return next == TokenKind::kData || next == TokenKind::kParameters;
    case TokenKind::kGenerated: return next == TokenKind::kQuantities;
    default: return false;
  }
}

SourceRange Cursor::after(const Token& token) const {
  SourceRange where = range(token);
  where.column = token.end_column();
  where.length = 1;
  return where;
}

SourceRange Cursor::range_from(const Token& first) const {
  SourceRange where = range(first);
  const Token& last = previous();
  if (last.file == first.file && last.line == first.line && last.column >= first.column) {
    where.length = last.end_column() - first.column;
  }
  return where;
}

std::string Cursor::describe(const Token& token) {
  if (token.kind == TokenKind::kEnd) return std::string(to_text(token.kind));
  if (token.kind == TokenKind::kString) return "a text in quotes";
  if (token.text.size() > kMaxQuoted)
    return fmt::format("`{}...`", token.text.substr(0, kMaxQuoted));
  return fmt::format("`{}`", token.text);
}

bool Cursor::enter() {
  if (++depth_ <= kMaxDepth) return true;
  fail(token(),
       fmt::format("the program is nested too deeply here: more than {} levels", kMaxDepth),
       "move the inner parts into functions or variables of their own");
  return false;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> words) {
  const std::string nearest = nearest_word(word, words.data(), words.data() + words.size());
  return nearest.empty() ? std::string{} : fmt::format("did you mean `{}`?", nearest);
}

}  // namespace autumn::stan
