// The token reader walks over the tokens of a program that parses, and puts them and the remarks
// between them into layouts.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stan/printing/layout.h"
#include "stan/printing/remarks.h"
#include "stan/syntax/token.h"

namespace autumn::stan {

class TokenReader {
 public:
  TokenReader(std::span<const Token> tokens, std::vector<Remark> remarks)
      : tokens_(tokens), remarks_(std::move(remarks)) {}

  [[nodiscard]] bool is_done() const { return at_ >= tokens_.size(); }
  [[nodiscard]] bool at(TokenKind kind) const { return kind_ahead(0) == kind; }
  [[nodiscard]] TokenKind kind_ahead(std::size_t steps) const {
    return at_ + steps < tokens_.size() ? tokens_[at_ + steps].kind : TokenKind::kEnd;
  }
  [[nodiscard]] const Token& token() const { return tokens_[at_]; }
  [[nodiscard]] const Token& previous() const { return tokens_[at_ - 1]; }

  // Remarks that stand before the token we are at and were not written yet.
  [[nodiscard]] std::span<const Remark> pending() const;
  // The first of them is written.
  void pass_remark() { ++next_remark_; }

  // The token, after the remarks before it.
  void take(Layout& to);
  // The colon of a range, with spaces around it.
  void take_colon(Layout& to);
  // The token is left out: what it says is written in other words.
  void skip() { ++at_; }
  // A place where the line may be broken, or a space that is not, before the token we are at.
  void space(Layout& to) { gap(to, true); }
  void blank(Layout& to) { gap(to, false); }
  // A place where the line may be broken, after an opening bracket.
  void cut(Layout& to);

 private:
  // Whether the line must end after them.
  bool write_remarks(Layout& to);
  void gap(Layout& to, bool may_break);

  std::span<const Token> tokens_;
  std::vector<Remark> remarks_;
  std::size_t at_ = 0;
  std::size_t next_remark_ = 0;
};

}  // namespace autumn::stan
