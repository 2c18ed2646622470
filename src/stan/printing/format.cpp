// This file formats statements, functions and blocks; lines inside of a statement are those of its
// layout.
#include "stan/printing/format.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "stan/printing/format_expression.h"
#include "stan/syntax/lexer.h"
#include "stan/syntax/source.h"

namespace autumn::stan {
namespace {

class Formatter {
 public:
  explicit Formatter(TokenReader reader) : reader_(std::move(reader)) {}

  std::string run() {
    while (!reader_.is_done()) {
      own_remarks(true);
      if (!out_.empty()) new_line();
      block();
      trailing_remarks();
    }
    own_remarks(true);
    if (!out_.empty()) out_ += "\n";
    return std::move(out_);
  }

 private:
  // ---- lines ----

  void new_line() {
    out_ += "\n";
    out_.append(indent_, ' ');
  }

  // One empty line, if there was one in the text.
  void keep_empty_line(std::uint32_t next_line) {
    if (next_line > last_line_ + 1) new_line();
  }

  // Comments that stand before the next token on lines of their own. What is the first in its block
  // has no empty line before it, and between blocks only comments have.
  void own_remarks(bool is_between_blocks) {
    bool is_after_remark = false;
    while (!reader_.pending().empty()) {
      const Remark remark = reader_.pending().front();
      if (!is_first_) keep_empty_line(remark.line);
      if (!out_.empty()) new_line();
      out_ += remark.text;
      last_line_ = remark.last_line;
      is_first_ = false;
      is_after_remark = true;
      reader_.pass_remark();
    }
    if (is_between_blocks && is_after_remark && !reader_.is_done()) {
      keep_empty_line(reader_.token().line);
    }
  }

  void trailing_remarks() {
    last_line_ = reader_.previous().line;
    while (!reader_.pending().empty() && reader_.pending().front().is_trailing) {
      out_ += " " + reader_.pending().front().text;
      last_line_ = reader_.pending().front().last_line;
      reader_.pass_remark();
    }
  }

  void write(const Layout& layout) { out_ += layout.print(indent_); }

  // ---- blocks ----

  // Everything up to the brace that closes what is open, with the brace.
  template <typename Item>
  void braces(const Item& item) {
    out_ += "{";
    reader_.skip();
    indent_ += 2;
    is_first_ = true;
    last_line_ = reader_.previous().line;
    const std::size_t before = out_.size();
    while (!reader_.at(TokenKind::kRightBrace)) {
      own_remarks(false);
      if (!is_first_) keep_empty_line(reader_.token().line);
      new_line();
      is_first_ = false;
      item();
      trailing_remarks();
    }
    own_remarks(false);
    if (out_.size() == before) new_line();
    indent_ -= 2;
    new_line();
    out_ += "}";
    reader_.skip();
    is_first_ = false;
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
    write(head);
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
      return write(layout);
    }
    layout.text(" ");
    write(layout);
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
        write(layout);
        return statements();
      default: break;
    }
    simple_statement(layout);
    write(layout);
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
    write(layout);
    const bool has_braces = body();
    if (!else_follows()) return;
    const bool is_apart = !has_braces || has_trailing();
    trailing_remarks();
    own_remarks(false);
    if (is_apart) {
      new_line();
    } else {
      out_ += " ";
    }
    out_ += "else";
    reader_.skip();
    if (reader_.at(TokenKind::kIf) && reader_.pending().empty()) {
      out_ += " ";
      return statement({});
    }
    (void)body();
  }

  [[nodiscard]] bool else_follows() const { return reader_.at(TokenKind::kElse); }
  [[nodiscard]] bool has_trailing() const { return !reader_.pending().empty(); }

  // What a head governs, on lines of its own or in braces; whether it was in braces.
  bool body() {
    out_ += " ";
    if (reader_.at(TokenKind::kLeftBrace) && !is_array_literal()) {
      statements();
      return true;
    }
    trailing_remarks();
    indent_ += 2;
    is_first_ = true;
    own_remarks(false);
    new_line();
    is_first_ = false;
    statement({});
    indent_ -= 2;
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
      reader_.skip();
      layout.text(" : ");
      layout.append(format_expression(reader_));
    }
    reader_.take(layout);
    write(layout);
    (void)body();
  }

  void profile(Layout layout) {
    layout.append(format_call(reader_));
    layout.text(" ");
    write(layout);
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
  std::string out_;
  std::size_t indent_ = 0;
  std::uint32_t last_line_ = 0;  // of the text, where what was written last ends
  bool is_first_ = true;         // nothing was written in this block yet
};

}  // namespace

std::string format(std::string_view text) {
  Sources sources("program", std::string(text));
  std::vector<Token> tokens = lex(sources).tokens;
  std::erase_if(tokens, [](const Token& token) { return token.kind == TokenKind::kEnd; });
  std::vector<Remark> remarks = remarks_of(sources.file(0).text, tokens);
  return Formatter(TokenReader(tokens, std::move(remarks))).run();
}

}  // namespace autumn::stan
