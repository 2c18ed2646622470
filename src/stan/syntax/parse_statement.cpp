// This file parses statements, and goes on after a wrong one.
#include "stan/syntax/parse_statement.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "stan/syntax/parse_declaration.h"
#include "stan/syntax/parse_expression.h"

namespace autumn::stan {
namespace {

std::optional<AssignOp> assign_op(TokenKind kind) {
  switch (kind) {
    case TokenKind::kAssign: return AssignOp::kSet;
    case TokenKind::kPlusAssign: return AssignOp::kAdd;
    case TokenKind::kMinusAssign: return AssignOp::kSubtract;
    case TokenKind::kTimesAssign: return AssignOp::kMultiply;
    case TokenKind::kDivideAssign: return AssignOp::kDivide;
    case TokenKind::kElementTimesAssign: return AssignOp::kElementMultiply;
    case TokenKind::kElementDivideAssign: return AssignOp::kElementDivide;
    default: return std::nullopt;
  }
}

class StatementParser {
 public:
  StatementParser(Cursor& cursor, DeclarationSite place, Statements& block)
      : cursor_(cursor), place_(place), block_(block) {}

  // One statement: none is appended for ';', several for `real x, y;`.
  void statement() {
    const Level level(cursor_);
    if (!level.is_ok()) return;
    const TokenKind kind = cursor_.token().kind;
    if (is_type_word(kind)) return parse_declaration(cursor_, place_, block_);
    switch (kind) {
      case TokenKind::kSemicolon: cursor_.take(); return;
      case TokenKind::kLeftBrace:
        return at_array_literal() ? expression_statement() : inner_block();
      case TokenKind::kIf: return if_statement();
      case TokenKind::kWhile: return while_statement();
      case TokenKind::kFor: return for_statement();
      case TokenKind::kProfile: return profile();
      case TokenKind::kBreak: return word_statement(Break{});
      case TokenKind::kContinue: return word_statement(Continue{});
      case TokenKind::kReturn: return return_statement();
      case TokenKind::kPrint: return report(Report::kPrint);
      case TokenKind::kReject: return report(Report::kReject);
      case TokenKind::kFatalError: return report(Report::kFatalError);
      case TokenKind::kTarget:
        if (cursor_.ahead().kind != TokenKind::kLeftParen) return increment(false);
        return expression_statement();
      case TokenKind::kElse:
        return cursor_.fail(cursor_.token(), "`else` without an `if` before it",
                            "`else` follows the statement of `if` directly");
      case TokenKind::kReserved: return reserved();
      default:
        if (at_jacobian()) return increment(true);
        return expression_statement();
    }
  }

 private:
  template <typename Node>
  void add(SourceRange where, Node node) {
    if (cursor_.has_failed()) return;
    block_.push_back(Statement{.node = std::move(node), .where = std::move(where)});
  }

  // `jacobian` is a name unless it is incremented; the checker knows whether there is a variable of
  // this name that is meant.
  [[nodiscard]] bool at_jacobian() const {
    return cursor_.at_name("jacobian") && cursor_.ahead().kind == TokenKind::kPlusAssign;
  }

  // `{1, 2} ~ normal(0, 1);`: all other braces that begin a statement are blocks, with a ';' inside
  // or with no '~' behind.
  [[nodiscard]] bool at_array_literal() const {
    std::size_t depth = 0;
    for (std::size_t steps = 0;; ++steps) {
      const TokenKind kind = cursor_.ahead(steps).kind;
      if (kind == TokenKind::kSemicolon || kind == TokenKind::kEnd) return false;
      if (kind == TokenKind::kLeftBrace) ++depth;
      if (kind == TokenKind::kRightBrace && --depth == 0) {
        return steps > 1 && cursor_.ahead(steps + 1).kind == TokenKind::kTilde;
      }
    }
  }

  void inner_block() {
    const SourceRange where = cursor_.range(cursor_.token());
    Statements statements = parse_braces(cursor_, DeclarationSite::kLocal, "the block");
    add(where, BlockStatement{std::move(statements)});
  }

  // The statement that `if`, `else` or a loop governs.
  std::unique_ptr<Statement> body() {
    const SourceRange where = cursor_.range(cursor_.token());
    Statements statements;
    StatementParser(cursor_, DeclarationSite::kLocal, statements).statement();
    if (statements.size() == 1) return std::make_unique<Statement>(std::move(statements.front()));
    return std::make_unique<Statement>(
        Statement{.node = BlockStatement{std::move(statements)}, .where = where});
  }

  ExprPtr condition(std::string_view word) {
    const Token opening = cursor_.token();
    cursor_.expect(TokenKind::kLeftParen, fmt::format("after `{}`", word));
    ExprPtr value = parse_expression(cursor_);
    cursor_.close(TokenKind::kRightParen, opening);
    return value;
  }

  void if_statement() {
    const SourceRange where = cursor_.range(cursor_.take());
    If node{.condition = condition("if"), .then_branch = nullptr, .else_branch = nullptr};
    if (cursor_.has_failed()) return;
    node.then_branch = body();
    if (cursor_.accept(TokenKind::kElse)) node.else_branch = body();
    add(where, std::move(node));
  }

  void while_statement() {
    const SourceRange where = cursor_.range(cursor_.take());
    While node{.condition = condition("while"), .body = nullptr};
    if (cursor_.has_failed()) return;
    node.body = body();
    add(where, std::move(node));
  }

  void for_statement() {
    cursor_.take();
    const Token opening = cursor_.token();
    cursor_.expect(TokenKind::kLeftParen, "after `for`");
    const SourceRange where = cursor_.range(cursor_.token());
    std::string variable = cursor_.expect_name("the variable of the loop");
    if (!cursor_.at(TokenKind::kIn)) {
      cursor_.fail_expected("`in` after the variable of the loop",
                            "loops are written for (i in 1:N) or for (x in xs)");
    }
    cursor_.accept(TokenKind::kIn);
    ExprPtr low = parse_expression(cursor_);
    const bool is_range = cursor_.accept(TokenKind::kColon);
    ExprPtr high = is_range ? parse_expression(cursor_) : nullptr;
    cursor_.close(TokenKind::kRightParen, opening);
    if (cursor_.has_failed()) return;
    std::unique_ptr<Statement> inner = body();
    if (is_range) {
      add(where, ForRange{.variable = std::move(variable),
                          .low = std::move(low),
                          .high = std::move(high),
                          .body = std::move(inner)});
    } else {
      add(where, ForEach{.variable = std::move(variable),
                         .container = std::move(low),
                         .body = std::move(inner)});
    }
  }

  void profile() {
    const SourceRange where = cursor_.range(cursor_.take());
    const Token opening = cursor_.token();
    cursor_.expect(TokenKind::kLeftParen, "after `profile`");
    const Token name = cursor_.token();
    cursor_.expect(TokenKind::kString, "with the name of the profile");
    cursor_.close(TokenKind::kRightParen, opening);
    if (cursor_.has_failed()) return;
    Statements statements =
        parse_braces(cursor_, DeclarationSite::kLocal, "the profiled statements");
    add(where, Profile{.name = text_of(name), .statements = std::move(statements)});
  }

  static std::string text_of(const Token& string) {
    return std::string(string.text.size() < 2 ? std::string_view{}
                                              : string.text.substr(1, string.text.size() - 2));
  }

  template <typename Node>
  void word_statement(Node node) {
    const Token word = cursor_.take();
    cursor_.end_statement(fmt::format("`{}`", word.text));
    add(cursor_.range(word), node);
  }

  void return_statement() {
    const SourceRange where = cursor_.range(cursor_.take());
    Return node;
    if (!cursor_.at(TokenKind::kSemicolon)) node.value = parse_expression(cursor_);
    cursor_.end_statement("the statement");
    add(where, std::move(node));
  }

  void report(Report kind) {
    const Token word = cursor_.take();
    const Token opening = cursor_.token();
    cursor_.expect(TokenKind::kLeftParen, fmt::format("after `{}`", word.text));
    ReportStatement node{.kind = kind, .items = {}};
    do {
      if (cursor_.at(TokenKind::kString)) {
        node.items.emplace_back(text_of(cursor_.take()));
      } else {
        node.items.emplace_back(parse_expression(cursor_));
      }
    } while (cursor_.accept(TokenKind::kComma));
    cursor_.close(TokenKind::kRightParen, opening);
    cursor_.end_statement("the statement");
    add(cursor_.range(word), std::move(node));
  }

  // target += value, jacobian += value
  void increment(bool is_jacobian) {
    const Token word = cursor_.take();
    if (!cursor_.at(TokenKind::kPlusAssign)) {
      cursor_.fail_expected(fmt::format("`+=` after `{}`", word.text),
                            "target can only be added to: target += ...");
    }
    cursor_.accept(TokenKind::kPlusAssign);
    ExprPtr value = parse_expression(cursor_);
    cursor_.end_statement("the statement");
    add(cursor_.range(word),
        TargetIncrement{.value = std::move(value), .is_jacobian = is_jacobian});
  }

  void reserved() {
    const Token word = cursor_.token();
    if (word.text == "increment_log_prob") {
      return cursor_.fail(word, "increment_log_prob was removed from the language",
                          "write target += ...; instead");
    }
    cursor_.fail_expected("a statement");
  }

  // Everything that begins with an expression: assignments, `~`, and calls.
  void expression_statement() {
    const Token first = cursor_.token();
    if (is_unknown_type()) return unknown_type(first);
    ExprPtr left = parse_statement_expression(cursor_);
    if (cursor_.has_failed()) return;
    if (cursor_.at(TokenKind::kTilde)) return tilde(std::move(left));
    if (at_arrow()) return arrow(std::move(left));
    if (const auto op = assign_op(cursor_.token().kind)) return assignment(std::move(left), *op);
    if (std::holds_alternative<Call>(left->node)) return call(std::move(left));
    if (cursor_.at(TokenKind::kIdentifier) && first.kind == TokenKind::kIdentifier &&
        cursor_.token().line == first.line) {
      return unknown_type(first);
    }
    if (cursor_.at(TokenKind::kSemicolon)) return not_a_statement(*left);
    cursor_.fail_expected("`=` or `~` after the expression");
  }

  void not_a_statement(const Expr& expr) {
    const auto* binary = std::get_if<Binary>(&expr.node);
    const bool is_equal = binary != nullptr && binary->op == BinaryOp::kEqual;
    cursor_.complain_at(expr.where, "this expression is not a statement",
                        is_equal ? "use `=` to assign" : "assign its value, or call a function");
    cursor_.take();
  }

  // `reall x;`, `reall<lower=0> x;`: a name where only a type makes sense.
  [[nodiscard]] bool is_unknown_type() const {
    if (!cursor_.at(TokenKind::kIdentifier)) return false;
    const Token& next = cursor_.ahead(1);
    const Token& third = cursor_.ahead(2);
    if (next.kind == TokenKind::kIdentifier) return next.line == cursor_.token().line;
    return next.kind == TokenKind::kLess && third.kind == TokenKind::kIdentifier &&
           cursor_.ahead(3).kind == TokenKind::kAssign;
  }

  void unknown_type(const Token& word) {
    cursor_.fail(word, fmt::format("`{}` is not a type", word.text), suggest_type(word.text));
  }

  [[nodiscard]] bool at_arrow() const {
    return cursor_.at(TokenKind::kLess) && cursor_.ahead().kind == TokenKind::kMinus;
  }

  void arrow(ExprPtr left) {
    SourceRange where = cursor_.range(cursor_.token());
    where.length = 2;
    cursor_.complain_at(where, "`<-` was removed from the language", "use `=` to assign");
    cursor_.take();
    assignment(std::move(left), AssignOp::kSet);
  }

  void assignment(ExprPtr left, AssignOp op) {
    if (has_parts(*left)) return unpack(std::move(left), op);
    Assignment node{.name = {}, .indices = {}, .op = op, .value = nullptr, .target_type = {}};
    SourceRange where = left->where;
    if (!split_target(*left, node)) {
      cursor_.complain_at(where, "this expression cannot be assigned to",
                          "only variables and their elements can");
    }
    cursor_.take();
    node.value = parse_expression(cursor_);
    cursor_.end_statement("the statement");
    add(where, std::move(node));
  }

  // t.1, t[2].1[3], (a, b)
  static bool has_parts(const Expr& target) {
    const Expr* at = &target;
    while (const auto* indexed = std::get_if<Indexed>(&at->node)) at = indexed->base.get();
    return std::holds_alternative<TuplePart>(at->node) ||
           std::holds_alternative<TupleLiteral>(at->node);
  }

  // A variable, its elements and parts, or several of these in parentheses.
  static bool is_target(const Expr& target) {
    if (const auto* tuple = std::get_if<TupleLiteral>(&target.node)) {
      return std::ranges::all_of(tuple->elements,
                                 [](const ExprPtr& element) { return is_target(*element); });
    }
    const Expr* at = &target;
    while (true) {
      if (const auto* indexed = std::get_if<Indexed>(&at->node)) {
        at = indexed->base.get();
      } else if (const auto* part = std::get_if<TuplePart>(&at->node)) {
        at = part->base.get();
      } else {
        return std::holds_alternative<Variable>(at->node);
      }
    }
  }

  void unpack(ExprPtr left, AssignOp op) {
    SourceRange where = left->where;
    if (!is_target(*left)) {
      cursor_.complain_at(where, "this expression cannot be assigned to",
                          "only variables, their elements and their parts can");
    }
    cursor_.take();
    Unpack node{
        .target = std::move(left), .op = op, .value = parse_expression(cursor_), .leaves = {}};
    cursor_.end_statement("the statement");
    add(where, std::move(node));
  }

  // a[1][2, :] into its name and its groups of indices.
  static bool split_target(Expr& target, Assignment& node) {
    Expr* at = &target;
    while (auto* indexed = std::get_if<Indexed>(&at->node)) {
      node.indices.push_back(std::move(indexed->indices));
      at = indexed->base.get();
    }
    std::reverse(node.indices.begin(), node.indices.end());
    const auto* variable = std::get_if<Variable>(&at->node);
    if (variable != nullptr) node.name = variable->name;
    return variable != nullptr;
  }

  void call(ExprPtr value) {
    cursor_.end_statement("the call");
    SourceRange where = value->where;
    add(where, CallStatement{std::move(value)});
  }

  void tilde(ExprPtr value) {
    cursor_.take();
    const Token name = cursor_.token();
    Tilde node{.value = std::move(value), .distribution = {}, .arguments = {}, .truncation = {}};
    node.distribution = cursor_.expect_name("the name of a distribution");
    const Token opening = cursor_.token();
    cursor_.expect(TokenKind::kLeftParen, "after the distribution");
    node.arguments = parse_list(cursor_, TokenKind::kRightParen, opening);
    if (cursor_.at_name("T") && cursor_.ahead().kind == TokenKind::kLeftBracket) {
      node.truncation = truncation();
    }
    if (cursor_.at(TokenKind::kLeftBracket)) {
      cursor_.fail_expected("`;` after the distribution", "truncation is written T[low, high]");
    }
    cursor_.end_statement("the statement");
    add(cursor_.range(name), std::move(node));
  }

  Truncation truncation() {
    cursor_.take();
    const Token opening = cursor_.take();
    Truncation bounds;
    if (!cursor_.at(TokenKind::kComma)) bounds.low = parse_expression(cursor_);
    cursor_.expect(TokenKind::kComma, "between the bounds of `T[low, high]`");
    if (!cursor_.at(TokenKind::kRightBracket)) bounds.high = parse_expression(cursor_);
    cursor_.close(TokenKind::kRightBracket, opening);
    return bounds;
  }

  Cursor& cursor_;
  DeclarationSite place_;
  Statements& block_;
};

bool has_body(TokenKind first) {
  return first == TokenKind::kFor || first == TokenKind::kWhile || first == TokenKind::kIf ||
         first == TokenKind::kElse || first == TokenKind::kProfile;
}

}  // namespace

void parse_statements(Cursor& cursor, DeclarationSite place, Statements& block) {
  bool is_else_expected = false;  // after an `if` whose head was wrong
  while (!cursor.at(TokenKind::kRightBrace) && !cursor.is_done() && !cursor.at_block_start()) {
    if (is_else_expected && cursor.accept(TokenKind::kElse)) continue;
    const std::size_t begin = cursor.position();
    const TokenKind first = cursor.token().kind;
    StatementParser(cursor, place, block).statement();
    is_else_expected = cursor.has_failed() ? first == TokenKind::kIf || is_else_expected
                                           : is_else_expected && first == TokenKind::kLeftBrace;
    if (cursor.has_failed()) cursor.recover_after(begin, has_body(first));
  }
}

Statements parse_braces(Cursor& cursor, DeclarationSite place, std::string_view what) {
  const Token opening = cursor.token();
  Statements block;
  if (!cursor.expect(TokenKind::kLeftBrace, fmt::format("before {}", what))) return block;
  parse_statements(cursor, place, block);
  if (cursor.at_block_start() || cursor.is_done()) {
    cursor.complain(cursor.token(),
                    fmt::format("expected `}}` to close the `{{` of line {}, found {}",
                                opening.line, Cursor::describe(cursor.token())));
  } else {
    cursor.close(TokenKind::kRightBrace, opening);
  }
  return block;
}

}  // namespace autumn::stan
