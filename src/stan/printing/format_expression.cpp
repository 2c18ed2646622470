// This file lays out expressions by the precedence of their operators, and types.
#include "stan/printing/format_expression.h"

#include <optional>
#include <utility>

#include "stan/syntax/parse_expression.h"
#include "stan/syntax/parse_precedence.h"

namespace autumn::stan {
namespace {

// Arguments of functions with longer names are not put below the first one.
constexpr std::size_t kLongName = 16;

class ExpressionFormatter {
 public:
  explicit ExpressionFormatter(TokenReader& reader) : reader_(reader) {}

  // a ? b : c
  Layout conditional() {
    Layout layout = binary(Precedence::kOr);
    if (!reader_.at(TokenKind::kQuestion)) return layout;
    for (int side = 0; side < 2; ++side) {
      reader_.space(layout);
      reader_.take(layout);
      reader_.blank(layout);
      layout.append(conditional());
    }
    return std::move(layout).boxed();
  }

  // Every operation is a box, which may be broken before its operator.
  Layout binary(Precedence weakest) {
    Layout left = unary();
    while (const std::optional<BinaryOp> op = operator_here()) {
      const Precedence strength = precedence(*op);
      if (strength < weakest) break;
      reader_.space(left);
      reader_.take(left);
      reader_.blank(left);
      left.append(binary(stronger(strength)));
      left = std::move(left).boxed();
    }
    return left;
  }

  Layout call() {
    Layout layout;
    const TokenKind name = reader_.kind_ahead(0);
    const bool is_long = width_of(reader_.token().text) > kLongName;
    if (is_long) layout.open(2);
    reader_.take(layout);
    if (!is_long) layout.open(1);
    reader_.take(layout);
    if (!reader_.at(TokenKind::kRightParen)) {
      if (!is_long && !reports(name)) reader_.cut(layout);
      list(layout, TokenKind::kRightParen);
    }
    reader_.take(layout);
    layout.close();
    return layout;
  }

  // array[N, M] before a type, and what comes after it.
  Layout type(bool is_part) {
    Layout layout;
    if (reader_.at(TokenKind::kArray)) {
      reader_.take(layout);
      sizes(layout);
      if (is_part) {
        reader_.space(layout);
      } else {
        reader_.blank(layout);
      }
    }
    const bool is_tuple = reader_.at(TokenKind::kTuple);
    reader_.take(layout);
    if (is_tuple) {
      parts(layout);
      return layout;
    }
    if (reader_.at(TokenKind::kLess)) bounds(layout);
    if (reader_.at(TokenKind::kLeftBracket)) sizes(layout);
    return layout;
  }

 private:
  [[nodiscard]] std::optional<BinaryOp> operator_here() const {
    const std::optional<BinaryOp> op = binary_op(reader_.kind_ahead(0));
    if (op && is_right_associative(*op)) return std::nullopt;
    return op;
  }

  // Elements with commas, or one bar, between them.
  void list(Layout& layout, TokenKind closing) {
    while (true) {
      layout.append(conditional());
      if (reader_.at(closing)) return;
      if (reader_.at(TokenKind::kBar) && reader_.kind_ahead(1) == closing) {
        return reader_.skip();  // f(x |)
      }
      if (reader_.at(TokenKind::kBar)) reader_.blank(layout);
      reader_.take(layout);
      if (reader_.at(closing)) return;  // (x,)
      reader_.space(layout);
    }
  }

  [[nodiscard]] static bool reports(TokenKind name) {
    return name == TokenKind::kPrint || name == TokenKind::kReject ||
           name == TokenKind::kFatalError;
  }

  Layout unary() {
    const TokenKind kind = reader_.kind_ahead(0);
    const bool is_prefix =
        kind == TokenKind::kPlus || kind == TokenKind::kMinus || kind == TokenKind::kNot;
    if (!is_prefix) return power();
    Layout layout;
    reader_.take(layout);
    layout.append(unary());
    return layout;
  }

  Layout power() {
    Layout base = postfix();
    const std::optional<BinaryOp> op = binary_op(reader_.kind_ahead(0));
    if (!op || !is_right_associative(*op)) return base;
    reader_.space(base);
    reader_.take(base);
    reader_.blank(base);
    base.append(unary());
    return std::move(base).boxed();
  }

  Layout postfix() {
    Layout layout = primary();
    while (true) {
      if (reader_.at(TokenKind::kTranspose) || at_tuple_part()) {
        reader_.take(layout);
      } else if (reader_.at(TokenKind::kLeftBracket)) {
        indices(layout);
      } else {
        return layout;
      }
    }
  }

  [[nodiscard]] bool at_tuple_part() const {
    return reader_.at(TokenKind::kRealNumber) && reader_.token().text.starts_with('.');
  }

  // [a, : , b : c]
  void indices(Layout& layout) {
    reader_.take(layout);
    index(layout);
    while (reader_.at(TokenKind::kComma)) {
      reader_.take(layout);
      reader_.blank(layout);
      index(layout);
    }
    reader_.take(layout);
  }

  // Nothing means the same as a colon.
  void index(Layout& layout) {
    const bool is_all = at_index_end();
    if (!is_all && !reader_.at(TokenKind::kColon)) layout.append(conditional());
    if (reader_.at(TokenKind::kColon)) {
      reader_.take_colon(layout);
      if (!at_index_end()) layout.append(conditional());
    } else if (is_all) {
      layout.text(" : ");
    }
  }

  [[nodiscard]] bool at_index_end() const {
    return reader_.at(TokenKind::kComma) || reader_.at(TokenKind::kRightBracket);
  }

  Layout primary() {
    Layout layout;
    switch (reader_.kind_ahead(0)) {
      case TokenKind::kLeftParen: return bracketed(TokenKind::kRightParen);
      case TokenKind::kLeftBrace: return bracketed(TokenKind::kRightBrace);
      case TokenKind::kLeftBracket: return bracketed(TokenKind::kRightBracket);
      default: break;
    }
    if (reader_.kind_ahead(1) == TokenKind::kLeftParen && !is_number()) return call();
    reader_.take(layout);
    return layout;
  }

  [[nodiscard]] bool is_number() const {
    const TokenKind kind = reader_.kind_ahead(0);
    return kind == TokenKind::kIntNumber || kind == TokenKind::kRealNumber ||
           kind == TokenKind::kImaginaryNumber || kind == TokenKind::kString;
  }

  Layout bracketed(TokenKind closing) {
    Layout layout;
    reader_.take(layout);
    if (!reader_.at(closing)) list(layout, closing);
    reader_.take(layout);
    return std::move(layout).boxed(1);
  }

  // [N, M], or [,] of a type without sizes.
  void sizes(Layout& layout) {
    const TokenKind next = reader_.kind_ahead(1);
    if (next != TokenKind::kComma && next != TokenKind::kRightBracket) {
      layout.open(1);
      indices(layout);
      return layout.close();
    }
    while (!reader_.at(TokenKind::kRightBracket)) reader_.take(layout);
    reader_.take(layout);
  }

  // <lower=a, upper=b>
  void bounds(Layout& layout) {
    reader_.take(layout);
    layout.open();
    while (!reader_.at(TokenKind::kGreater)) {
      reader_.take(layout);  // the name
      reader_.take(layout);  // =
      layout.append(binary(Precedence::kSum));
      if (!reader_.at(TokenKind::kComma)) continue;
      reader_.take(layout);
      reader_.space(layout);
    }
    layout.close();
    reader_.take(layout);
  }

  void parts(Layout& layout) {
    layout.open(1);
    reader_.take(layout);
    while (!reader_.at(TokenKind::kRightParen)) {
      layout.append(type(true));
      if (!reader_.at(TokenKind::kComma)) continue;
      reader_.take(layout);
      if (!reader_.at(TokenKind::kRightParen)) reader_.space(layout);
    }
    reader_.take(layout);
    layout.close();
  }

  TokenReader& reader_;
};

}  // namespace

Layout format_expression(TokenReader& reader) {
  return ExpressionFormatter(reader).conditional();
}

Layout format_call(TokenReader& reader) {
  return ExpressionFormatter(reader).call();
}

Layout format_type(TokenReader& reader) {
  return ExpressionFormatter(reader).type(false);
}

}  // namespace autumn::stan
