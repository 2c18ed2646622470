// This file parses expressions: by precedence climbing for the operators, by recursive descent for
// the rest.
#include "stan/syntax/parse_expression.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "stan/syntax/parse_precedence.h"

namespace autumn::stan {
namespace {

// Of a tree: long chains like a + b + c + ... make deep trees without recursion of the parser.
constexpr std::size_t kMaxHeight = 2000;

std::optional<UnaryOp> prefix_op(TokenKind kind) {
  switch (kind) {
    case TokenKind::kPlus: return UnaryOp::kPlus;
    case TokenKind::kMinus: return UnaryOp::kMinus;
    case TokenKind::kNot: return UnaryOp::kNot;
    default: return std::nullopt;
  }
}

std::string without_separators(std::string_view digits) {
  std::string plain(digits);
  std::erase(plain, '_');
  return plain;
}

// Too small a number is 0, too large a number is nothing.
std::optional<double> real_value(const std::string& digits) {
  double value = 0.0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (code == std::errc{}) return value;
  const std::size_t exponent = digits.find_first_of("eE");
  const bool is_small = exponent == std::string::npos ? digits[0] == '0' || digits[0] == '.'
                                                      : digits[exponent + 1] == '-';
  return is_small ? std::optional(0.0) : std::nullopt;
}

class ExpressionParser {
 public:
  explicit ExpressionParser(Cursor& cursor, bool begins_statement = false)
      : cursor_(cursor), statement_begin_(cursor.position()), begins_statement_(begins_statement) {}

  ExprPtr conditional() {
    const Level level(cursor_);
    if (!level.is_ok()) return nullptr;
    const Token first = cursor_.token();
    ExprPtr condition = binary(Precedence::kOr);
    if (!cursor_.accept(TokenKind::kQuestion)) return condition;
    std::size_t height = height_;
    ExprPtr if_true = conditional();
    height = std::max(height, height_);
    if (!cursor_.expect(TokenKind::kColon, "between the two values of `? :`")) return nullptr;
    ExprPtr if_false = conditional();
    return make(first, std::max(height, height_) + 1,
                Conditional{std::move(condition), std::move(if_true), std::move(if_false)});
  }

  // Operators at least as strong as `weakest`.
  ExprPtr binary(Precedence weakest) {
    const Token first = cursor_.token();
    const bool is_statement = begins_statement_ && cursor_.position() == statement_begin_;
    ExprPtr left = unary();
    while (const std::optional<BinaryOp> op = binary_op(cursor_.token().kind)) {
      const Precedence strength = precedence(*op);
      if (strength < weakest || (is_statement && at_arrow())) break;
      cursor_.take();
      const std::size_t height = height_;
      ExprPtr right = binary(stronger(strength));
      left = make(first, std::max(height, height_) + 1,
                  Binary{.op = *op, .left = std::move(left), .right = std::move(right)});
    }
    return left;
  }

  std::vector<ExprPtr> list(TokenKind closing, const Token& opening) {
    std::vector<ExprPtr> elements;
    std::size_t height = 0;
    if (!cursor_.at(closing)) {
      do {
        elements.push_back(conditional());
        height = std::max(height, height_);
      } while (cursor_.accept(TokenKind::kComma));
    }
    cursor_.close(closing, opening);
    height_ = height;
    return elements;
  }

 private:
  template <typename Node>
  ExprPtr make(const Token& first, std::size_t height, Node node) {
    height_ = height;
    if (cursor_.has_failed()) return nullptr;
    if (height > kMaxHeight) {
      cursor_.fail(cursor_.token(),
                   fmt::format("this expression has more than {} levels of operations", kMaxHeight),
                   "split it up with local variables");
      return nullptr;
    }
    return std::make_unique<Expr>(
        Expr{.node = std::move(node), .where = cursor_.range_from(first), .type = {}});
  }

  // `x <-`, written without a space inside the arrow.
  [[nodiscard]] bool at_arrow() const {
    return cursor_.at(TokenKind::kLess) && cursor_.ahead().kind == TokenKind::kMinus &&
           is_adjacent(cursor_.token(), cursor_.ahead());
  }

  // Prefix operators are weaker than ^ on their right (-2^2 is -4), and may follow it (2^-1).
  ExprPtr unary() {
    const std::optional<UnaryOp> op = prefix_op(cursor_.token().kind);
    if (!op) return power();
    const Level level(cursor_);
    if (!level.is_ok()) return nullptr;
    const Token first = cursor_.take();
    ExprPtr operand = unary();
    return make(first, height_ + 1, Unary{.op = *op, .operand = std::move(operand)});
  }

  // a ^ b ^ c is a ^ (b ^ c).
  ExprPtr power() {
    const Token first = cursor_.token();
    ExprPtr base = postfix();
    const std::optional<BinaryOp> op = binary_op(cursor_.token().kind);
    if (!op || !is_right_associative(*op)) return base;
    cursor_.take();
    const std::size_t height = height_;
    const Level level(cursor_);
    if (!level.is_ok()) return nullptr;
    ExprPtr exponent = unary();
    return make(first, std::max(height, height_) + 1,
                Binary{.op = *op, .left = std::move(base), .right = std::move(exponent)});
  }

  ExprPtr postfix() {
    const Token first = cursor_.token();
    ExprPtr expr = primary();
    while (true) {
      if (cursor_.accept(TokenKind::kTranspose)) {
        expr =
            make(first, height_ + 1, Unary{.op = UnaryOp::kTranspose, .operand = std::move(expr)});
      } else if (cursor_.at(TokenKind::kLeftBracket)) {
        expr = indexed(first, std::move(expr));
      } else if (at_tuple_part()) {
        expr = tuple_part(first, std::move(expr));
      } else {
        return expr;
      }
    }
  }

  // x.1, which the lexer reads as a name and a number, whatever stands between them.
  [[nodiscard]] bool at_tuple_part() const {
    return cursor_.at(TokenKind::kRealNumber) && cursor_.token().text.starts_with('.');
  }

  ExprPtr tuple_part(const Token& first, ExprPtr base) {
    const std::size_t height = height_;
    const Token number = cursor_.take();
    const std::string_view digits = number.text.substr(1);
    std::uint32_t part = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), part);
    const bool is_number = read.ec == std::errc{} && read.ptr == digits.data() + digits.size();
    if (!is_number || part == 0) {
      cursor_.fail(number, fmt::format("`{}` is no part of a tuple", number.text),
                   "parts are counted: t.1, t.2, ...");
    }
    return make(first, height + 1, TuplePart{.base = std::move(base), .part = part});
  }

  ExprPtr indexed(const Token& first, ExprPtr base) {
    const Token opening = cursor_.take();
    std::size_t height = height_;
    std::vector<Index> indices;
    do {
      indices.push_back(index());
      height = std::max(height, height_);
    } while (cursor_.accept(TokenKind::kComma));
    cursor_.close(TokenKind::kRightBracket, opening);
    return make(first, height + 1, Indexed{.base = std::move(base), .indices = std::move(indices)});
  }

  // Any of: nothing, `:`, `a`, `a:`, `:b`, `a:b`.
  Index index() {
    height_ = 0;
    ExprPtr low;
    if (!cursor_.at(TokenKind::kColon) && !at_index_end()) low = conditional();
    if (!cursor_.accept(TokenKind::kColon)) {
      if (low == nullptr) return IndexRange{};
      return IndexSingle{std::move(low)};
    }
    const std::size_t height = height_;
    ExprPtr high;
    if (!at_index_end()) high = conditional();
    height_ = std::max(height, height_);
    return IndexRange{.low = std::move(low), .high = std::move(high)};
  }

  [[nodiscard]] bool at_index_end() const {
    return cursor_.at(TokenKind::kComma) || cursor_.at(TokenKind::kRightBracket);
  }

  ExprPtr primary() {
    const Token first = cursor_.token();
    height_ = 1;
    switch (first.kind) {
      case TokenKind::kIdentifier: return name();
      case TokenKind::kIntNumber: return int_number();
      case TokenKind::kRealNumber: return real_number();
      case TokenKind::kImaginaryNumber: return imaginary_number();
      case TokenKind::kLeftParen: return parenthesised();
      case TokenKind::kTarget: return target();
      case TokenKind::kLeftBrace: {
        cursor_.take();
        if (cursor_.at(TokenKind::kRightBrace)) {
          cursor_.complain(first, "an array in braces needs at least one element",
                           "write rep_array(0, 0) for an empty array of integers");
        }
        ArrayLiteral literal{list(TokenKind::kRightBrace, first)};
        return make(first, height_ + 1, std::move(literal));
      }
      case TokenKind::kLeftBracket: {
        cursor_.take();
        RowLiteral literal{list(TokenKind::kRightBracket, first)};
        return make(first, height_ + 1, std::move(literal));
      }
      default: return no_expression();
    }
  }

  ExprPtr name() {
    const Token first = cursor_.take();
    if (!cursor_.at(TokenKind::kLeftParen)) {
      return make(first, 1, Variable{std::string(first.text)});
    }
    const Token opening = cursor_.take();
    Call call{.name = std::string(first.text), .arguments = {}};
    std::size_t height = 0;
    if (!cursor_.at(TokenKind::kRightParen)) {
      call.arguments.push_back(conditional());
      height = height_;
    }
    call.has_bar = !call.arguments.empty() && cursor_.accept(TokenKind::kBar);
    if (!call.has_bar && cursor_.accept(TokenKind::kComma) && cursor_.at(TokenKind::kRightParen)) {
      return no_expression();
    }
    const bool has_more = call.has_bar || cursor_.previous().kind == TokenKind::kComma;
    if (has_more) {
      for (ExprPtr& argument : list(TokenKind::kRightParen, opening)) {
        call.arguments.push_back(std::move(argument));
      }
    } else {
      height_ = 0;
      cursor_.close(TokenKind::kRightParen, opening);
    }
    return make(first, std::max(height, height_) + 1, std::move(call));
  }

  ExprPtr int_number() {
    const Token first = cursor_.take();
    const std::string digits = without_separators(first.text);
    std::int64_t value = 0;
    const auto code = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec;
    if (code != std::errc{} || value > std::numeric_limits<std::int32_t>::max()) {
      cursor_.complain(first, "this integer is larger than 2147483647",
                       "write a real number, such as 3e9 or 3000000000.0");
    }
    return make(first, 1, IntLiteral{value});
  }

  ExprPtr real_number() {
    const Token first = cursor_.take();
    const std::optional<double> value = real_value(without_separators(first.text));
    if (!value) {
      cursor_.complain(first, "this number is too large for a real",
                       "write positive_infinity() for infinity");
    }
    return make(first, 1,
                RealLiteral{.value = value.value_or(0.0), .text = std::string(first.text)});
  }

  ExprPtr imaginary_number() {
    const Token first = cursor_.take();
    const std::string digits = without_separators(first.text.substr(0, first.text.size() - 1));
    const std::optional<double> value = real_value(digits);
    if (!value) cursor_.complain(first, "this number is too large for a real");
    return make(first, 1,
                ImaginaryLiteral{.value = value.value_or(0.0), .text = std::string(first.text)});
  }

  ExprPtr parenthesised() {
    const Token opening = cursor_.take();
    ExprPtr inner = conditional();
    if (cursor_.at(TokenKind::kComma)) return tuple(opening, std::move(inner));
    cursor_.close(TokenKind::kRightParen, opening);
    if (cursor_.has_failed()) return nullptr;
    inner->where = cursor_.range_from(opening);
    return inner;
  }

  // (first, ...); a tuple of one part is written (x,).
  ExprPtr tuple(const Token& opening, ExprPtr first) {
    TupleLiteral literal;
    std::size_t height = height_;
    literal.elements.push_back(std::move(first));
    while (cursor_.accept(TokenKind::kComma)) {
      if (literal.elements.size() == 1 && cursor_.at(TokenKind::kRightParen)) break;
      literal.elements.push_back(conditional());
      height = std::max(height, height_);
    }
    cursor_.close(TokenKind::kRightParen, opening);
    return make(opening, height + 1, std::move(literal));
  }

  ExprPtr target() {
    const Token first = cursor_.take();
    const Token opening = cursor_.token();
    if (!cursor_.accept(TokenKind::kLeftParen)) {
      cursor_.fail(first, "`target` is not a variable", "write target() for its value");
    }
    cursor_.close(TokenKind::kRightParen, opening);
    return make(first, 1, TargetValue{});
  }

  ExprPtr no_expression() {
    const Token here = cursor_.token();
    if (here.text == "get_lp") {
      cursor_.fail(here, "`get_lp` was removed from the language", "use target()");
      return nullptr;
    }
    std::string_view suggestion;
    if (here.text == "true") suggestion = "write 1 for true";
    if (here.text == "false") suggestion = "write 0 for false";
    if (here.kind == TokenKind::kString) {
      suggestion = "texts are for print, reject, fatal_error and profile only";
    }
    if (here.kind == TokenKind::kAssign && cursor_.previous().kind == TokenKind::kAssign) {
      suggestion = "use `=` to assign and `==` to compare";
    }
    cursor_.fail_expected("an expression", suggestion);
    return nullptr;
  }

  Cursor& cursor_;
  std::size_t height_ = 0;  // of the tree made last
  std::size_t statement_begin_;
  bool begins_statement_;
};

}  // namespace

std::optional<BinaryOp> binary_op(TokenKind kind) {
  switch (kind) {
    case TokenKind::kOr: return BinaryOp::kOr;
    case TokenKind::kAnd: return BinaryOp::kAnd;
    case TokenKind::kEqual: return BinaryOp::kEqual;
    case TokenKind::kNotEqual: return BinaryOp::kNotEqual;
    case TokenKind::kLess: return BinaryOp::kLess;
    case TokenKind::kLessEqual: return BinaryOp::kLessEqual;
    case TokenKind::kGreater: return BinaryOp::kGreater;
    case TokenKind::kGreaterEqual: return BinaryOp::kGreaterEqual;
    case TokenKind::kPlus: return BinaryOp::kAdd;
    case TokenKind::kMinus: return BinaryOp::kSubtract;
    case TokenKind::kTimes: return BinaryOp::kMultiply;
    case TokenKind::kDivide: return BinaryOp::kDivide;
    case TokenKind::kIntDivide: return BinaryOp::kIntDivide;
    case TokenKind::kModulo: return BinaryOp::kModulo;
    case TokenKind::kLeftDivide: return BinaryOp::kLeftDivide;
    case TokenKind::kElementTimes: return BinaryOp::kElementMultiply;
    case TokenKind::kElementDivide: return BinaryOp::kElementDivide;
    case TokenKind::kPower: return BinaryOp::kPower;
    case TokenKind::kElementPower: return BinaryOp::kElementPower;
    default: return std::nullopt;
  }
}

ExprPtr parse_expression(Cursor& cursor) {
  return ExpressionParser(cursor).conditional();
}

ExprPtr parse_statement_expression(Cursor& cursor) {
  return ExpressionParser(cursor, true).conditional();
}

ExprPtr parse_bound(Cursor& cursor) {
  return ExpressionParser(cursor).binary(Precedence::kSum);
}

std::vector<ExprPtr> parse_list(Cursor& cursor, TokenKind closing, const Token& opening) {
  return ExpressionParser(cursor).list(closing, opening);
}

}  // namespace autumn::stan
