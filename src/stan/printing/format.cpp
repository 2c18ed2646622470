// This file formats statements, functions and blocks; lines inside of a statement are those of its
// layout.
#include "stan/printing/format.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "stan/printing/format_expression.h"
#include "stan/printing/lines.h"
#include "stan/syntax/lexer.h"
#include "stan/syntax/source.h"

namespace autumn::stan {
namespace {

class Formatter {
 public:
  Formatter(TokenReader reader, const Page& page)
      : reader_(std::move(reader)), lines_(reader_, page) {}

  std::string run() {
    while (!reader_.is_done()) {
      lines_.remarks_between_blocks();
      if (!lines_.is_empty()) lines_.new_line();
      block();
      lines_.trailing_remarks();
    }
    lines_.remarks_between_blocks();
    if (!lines_.is_empty()) lines_.text("\n");
    return lines_.take();
  }

 private:
  // ---- blocks ----

  // Everything up to the brace that closes what is open, with the brace.
  template <typename Item>
  void braces(const Item& item) {
    lines_.text("{");
    reader_.skip();
    lines_.indent();
    lines_.begin_block();
    const std::size_t before = lines_.size();
    while (!reader_.at(TokenKind::kRightBrace)) {
      lines_.begin_item();
      item();
      lines_.trailing_remarks();
    }
    lines_.own_remarks();
    if (lines_.size() == before) lines_.new_line();
    lines_.unindent();
    lines_.new_line();
    lines_.text("}");
    reader_.skip();
    lines_.end_block();
  }

  void statements() {
    braces([&] { statement({}); });
  }

  void block() {
    const bool is_functions = reader_.at(TokenKind::kFunctions);
    Layout head;
    while (!reader_.at(TokenKind::kLeftBrace)) {
      reader_.take(head);
      head.text(" ");
    }
    lines_.write(head);
    if (is_functions) {
      braces([&] { function(); });
    } else {
      statements();
    }
  }

  // vector f(real x, data int n)
  void function() {
    Layout layout = format_type(reader_);
    reader_.blank(layout);
    reader_.take(layout);
    layout.open(1);
    reader_.take(layout);
    while (!reader_.at(TokenKind::kRightParen)) {
      if (reader_.at(TokenKind::kData)) {
        reader_.take(layout);
        reader_.blank(layout);
      }
      layout.append(format_type(reader_));
      reader_.blank(layout);
      reader_.take(layout);
      if (!reader_.at(TokenKind::kComma)) continue;
      reader_.take(layout);
      reader_.space(layout);
    }
    reader_.take(layout);
    layout.close();
    if (reader_.at(TokenKind::kSemicolon)) {
      reader_.take(layout);
      return lines_.write(layout);
    }
    layout.text(" ");
    lines_.write(layout);
    statements();
  }

  // ---- statements ----

  // What stands on its line before it comes in the layout.
  void statement(Layout layout) {
    switch (reader_.kind_ahead(0)) {
      case TokenKind::kIf: return if_statement(std::move(layout));
      case TokenKind::kWhile: return while_statement(std::move(layout));
      case TokenKind::kFor: return for_statement(std::move(layout));
      case TokenKind::kProfile: return profile(std::move(layout));
      case TokenKind::kLeftBrace:
        if (is_array_literal()) break;
        lines_.write(layout);
        return statements();
      default: break;
    }
    simple_statement(layout);
    lines_.write(layout);
  }

  // {1, 2} ~ normal(0, 1);
  [[nodiscard]] bool is_array_literal() const {
    std::size_t depth = 0;
    for (std::size_t steps = 0;; ++steps) {
      const TokenKind kind = reader_.kind_ahead(steps);
      if (kind == TokenKind::kSemicolon || kind == TokenKind::kEnd) return false;
      if (kind == TokenKind::kLeftBrace) ++depth;
      if (kind == TokenKind::kRightBrace && --depth == 0) {
        return reader_.kind_ahead(steps + 1) == TokenKind::kTilde;
      }
    }
  }

  // The head up to the parenthesis that opens it.
  void open_head(Layout& layout) {
    reader_.take(layout);
    reader_.blank(layout);
    reader_.take(layout);
  }

  void if_statement(Layout layout) {
    open_head(layout);
    layout.append(format_expression(reader_));
    reader_.take(layout);
    lines_.write(layout);
    const bool has_braces = body();
    if (!else_follows()) return;
    const bool is_apart = !has_braces || has_trailing();
    lines_.trailing_remarks();
    lines_.own_remarks();
    if (is_apart) {
      lines_.new_line();
    } else {
      lines_.text(" ");
    }
    lines_.text("else");
    reader_.skip();
    if (reader_.at(TokenKind::kIf) && reader_.pending().empty()) {
      lines_.text(" ");
      return statement({});
    }
    (void)body();
  }

  [[nodiscard]] bool else_follows() const { return reader_.at(TokenKind::kElse); }
  [[nodiscard]] bool has_trailing() const { return !reader_.pending().empty(); }

  // What a head governs, on lines of its own or in braces; whether it was in braces.
  bool body() {
    lines_.text(" ");
    if (reader_.at(TokenKind::kLeftBrace) && !is_array_literal()) {
      statements();
      return true;
    }
    lines_.trailing_remarks();
    lines_.indent();
    lines_.begin_body();
    statement({});
    lines_.unindent();
    return false;
  }

  void while_statement(Layout layout) {
    open_head(layout);
    layout.append(format_expression(reader_));
    reader_.take(layout);
    layout.text(" ");
    statement(std::move(layout));
  }

  void for_statement(Layout layout) {
    open_head(layout);
    reader_.take(layout);  // the variable
    reader_.blank(layout);
    reader_.take(layout);  // in
    reader_.blank(layout);
    layout.append(format_expression(reader_));
    if (reader_.at(TokenKind::kColon)) {
      reader_.take_colon(layout);
      layout.append(format_expression(reader_));
    }
    reader_.take(layout);
    lines_.write(layout);
    (void)body();
  }

  void profile(Layout layout) {
    layout.append(format_call(reader_));
    layout.text(" ");
    lines_.write(layout);
    statements();
  }

  // Up to its semicolon, which it takes.
  void simple_statement(Layout& layout) {
    const TokenKind kind = reader_.kind_ahead(0);
    if (is_type_word(kind)) {
      declaration(layout);
    } else if (kind == TokenKind::kReturn) {
      reader_.take(layout);
      if (!reader_.at(TokenKind::kSemicolon)) {
        reader_.blank(layout);
        layout.append(format_expression(reader_));
      }
    } else if (kind != TokenKind::kSemicolon) {
      expression_statement(layout);
    }
    reader_.take(layout);
  }

  // real x = 1, y;
  void declaration(Layout& layout) {
    layout.append(format_type(reader_));
    while (true) {
      reader_.blank(layout);
      reader_.take(layout);
      if (reader_.at(TokenKind::kAssign)) {
        reader_.blank(layout);
        reader_.take(layout);
        reader_.blank(layout);
        layout.append(format_expression(reader_));
      }
      if (!reader_.at(TokenKind::kComma)) return;
      reader_.take(layout);
    }
  }

  // An assignment, `~`, a call, or a word.
  void expression_statement(Layout& layout) {
    layout.append(format_expression(reader_));
    if (reader_.at(TokenKind::kSemicolon)) return;
    const bool is_tilde = reader_.at(TokenKind::kTilde);
    reader_.blank(layout);
    reader_.take(layout);
    reader_.blank(layout);
    if (!is_tilde) return layout.append(format_expression(reader_));
    layout.append(format_call(reader_));
    if (!reader_.at(TokenKind::kSemicolon)) truncation(layout);
  }

  // T[low, high]
  void truncation(Layout& layout) {
    reader_.blank(layout);
    reader_.take(layout);
    reader_.take(layout);
    if (reader_.at(TokenKind::kComma)) {
      layout.text(" ");
    } else {
      layout.append(format_expression(reader_));
    }
    reader_.take(layout);
    layout.text(" ");
    if (!reader_.at(TokenKind::kRightBracket)) layout.append(format_expression(reader_));
    reader_.take(layout);
  }

  TokenReader reader_;
  Lines lines_;
};

}  // namespace

std::string format(std::string_view text, const Page& page) {
  Sources sources("program", std::string(text));
  std::vector<Token> tokens = lex(sources).tokens;
  std::erase_if(tokens, [](const Token& token) { return token.kind == TokenKind::kEnd; });
  std::vector<Remark> remarks = remarks_of(sources.file(0).text, tokens);
  return Formatter(TokenReader(tokens, std::move(remarks)), page).run();
}

}  // namespace autumn::stan
