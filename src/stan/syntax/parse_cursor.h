// The cursor is where the parser is among the tokens, and has what it complains about.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "stan/syntax/lexer.h"
#include "stan/syntax/source.h"
#include "stan/syntax/token.h"

namespace autumn::stan {

// A mistake inside a statement is handled without exceptions and without checks after every step:
// `fail` notes it and moves to the end of the program, where nothing matches and nothing more is
// noted, so that all parsing functions return at once. `recover` then goes back to where it
// happened and on to the next statement. What was built in between is thrown away with the program.
class Cursor {
 public:
  Cursor(const Sources& sources, std::span<const Token> tokens)
      : sources_(sources), tokens_(tokens) {}

  [[nodiscard]] const Token& token() const { return tokens_[at_]; }
  [[nodiscard]] const Token& ahead(std::size_t steps = 1) const;
  [[nodiscard]] const Token& previous() const { return tokens_[at_ > 0 ? at_ - 1 : 0]; }
  [[nodiscard]] bool at(TokenKind kind) const { return token().kind == kind; }
  [[nodiscard]] bool at_name(std::string_view name) const;
  [[nodiscard]] bool is_done() const { return at(TokenKind::kEnd); }

  const Token& take();
  bool accept(TokenKind kind);
  // Takes a token of this kind, or fails with "expected ')' <purpose>, found ..."
  bool expect(TokenKind kind, std::string_view purpose);
  // Takes the bracket that closes `opening`, or fails, pointing at the opening one.
  bool close(TokenKind kind, const Token& opening);
  // The ';' that ends a statement. If only it is missing, goes on as if it were there.
  bool end_statement(std::string_view what);
  // A new or known name; fails at keywords and reserved words.
  std::string expect_name(std::string_view purpose);

  // Notes a mistake and goes on.
  void complain(const Token& at, std::string message, std::string_view suggestion = {});
  void complain_at(SourceRange where, std::string message, std::string_view suggestion = {});
  // Notes a mistake and gives up on the statement.
  void fail(const Token& at, std::string message, std::string_view suggestion = {});
  // "expected ..., found ...", at the token we are at.
  void fail_expected(std::string_view expected, std::string_view suggestion = {});
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  // After a failure in what began at position `begin`: on to the next statement, or to the end of
  // the block, but always further than `begin`. With `enter_blocks` stops also before '{', to read
  // the body of a statement whose head was wrong.
  void recover_after(std::size_t begin, bool enter_blocks);
  // After a failure: to where it happened.
  void resume();
  // Whether the head of a program block stands here: data {, transformed parameters, ...
  [[nodiscard]] bool at_block_start() const;

  // Reading the same tokens again.
  [[nodiscard]] std::size_t position() const { return at_; }
  void go_to(std::size_t position) { at_ = position; }

  [[nodiscard]] SourceRange range(const Token& token) const { return range_of(sources_, token); }
  // From `first` to the token before this one, or to the end of `first` if that is on another line.
  [[nodiscard]] SourceRange range_from(const Token& first) const;

  // "';'", "'sigma'", "the end of the program"
  [[nodiscard]] static std::string describe(const Token& token);

  [[nodiscard]] std::vector<Problem> take_problems() { return std::move(problems_); }

  // Levels of recursion. Programs are limited so that no input can overflow the stack.
  bool enter();
  void leave() { --depth_; }

 private:
  void skip_statement(bool enter_blocks);
  [[nodiscard]] SourceRange after(const Token& token) const;

  const Sources& sources_;
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  std::size_t resume_at_ = 0;
  bool has_failed_ = false;
  std::size_t depth_ = 0;
  std::vector<Problem> problems_;
};

// Holds one level of recursion.
class Level {
 public:
  explicit Level(Cursor& cursor) : cursor_(cursor), is_ok_(cursor.enter()) {}
  ~Level() { cursor_.leave(); }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
  [[nodiscard]] bool is_ok() const { return is_ok_; }

 private:
  Cursor& cursor_;
  bool is_ok_;
};

// "did you mean 'vector'?" for the word nearest to `word`, or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> words);

}  // namespace autumn::stan
