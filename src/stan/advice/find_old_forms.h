// This header finds old forms among tokens, for old_forms.cpp.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stan/advice/old_forms.h"
#include "stan/syntax/token.h"

namespace autumn::stan {

// The tokens of one file, with what is often asked about them.
class TokenText {
 public:
  TokenText(const Sources& sources, std::span<const Token> tokens);

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  // The end of the program beyond the last one.
  [[nodiscard]] const Token& operator[](std::size_t at) const;
  [[nodiscard]] bool is(std::size_t at, TokenKind kind) const { return (*this)[at].kind == kind; }
  [[nodiscard]] std::size_t begin_of(std::size_t at) const;
  [[nodiscard]] std::size_t end_of(std::size_t at) const;
  // From the beginning of one token to the end of another.
  [[nodiscard]] std::string between(std::size_t first, std::size_t last) const;
  // The bracket that closes the one at `at`, or the end of the program.
  [[nodiscard]] std::size_t closing(std::size_t at) const;
  // The commas (or bars) of a call that stand directly between the brackets.
  [[nodiscard]] std::vector<std::size_t> separators(std::size_t opening) const;
  [[nodiscard]] SourceRange where(std::size_t at) const;
  [[nodiscard]] bool is_defined(std::string_view function) const;
  [[nodiscard]] bool is_drawn(std::string_view distribution) const;
  // Whether this is the name of a function in its definition or declaration.
  [[nodiscard]] bool is_definition(std::size_t at) const;

  [[nodiscard]] Edit replace(std::size_t at, std::string text) const;
  [[nodiscard]] Edit insert_before(std::size_t at, std::string text) const;
  [[nodiscard]] Edit remove(std::size_t first, std::size_t last) const;

 private:
  const Sources& sources_;
  std::span<const Token> tokens_;
  std::set<std::string, std::less<>> defined_;
  std::set<std::string, std::less<>> drawn_;  // names that stand after `~`
};

// Each appends what it finds; the token where to go on is its own business.
void find_old_array(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms);
void find_old_call(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms);

}  // namespace autumn::stan
