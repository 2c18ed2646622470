// This file parses functions: result, name, arguments, body.
#include "stan/syntax/parse_function.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "stan/syntax/parse_statement.h"
#include "stan/syntax/parse_type.h"

namespace autumn::stan {
namespace {

Type parse_result_type(Cursor& cursor) {
  if (cursor.accept(TokenKind::kVoid)) return {.base = Base::kVoid, .array_rank = 0};
  if (is_type_word(cursor.token().kind)) return parse_plain_type(cursor);
  const std::string suggestion = suggest_type(cursor.token().text);
  cursor.fail_expected("a function, which begins with the type of its result",
                       suggestion.empty() ? "as in real square_of(real x) { return x * x; }"
                                          : std::string_view(suggestion));
  return {};
}

FunctionParameter parse_parameter(Cursor& cursor) {
  FunctionParameter parameter;
  parameter.is_data = cursor.accept(TokenKind::kData);
  if (!is_type_word(cursor.token().kind)) {
    cursor.fail_expected("the type of an argument", suggest_type(cursor.token().text));
    return parameter;
  }
  parameter.type = parse_plain_type(cursor);
  if (cursor.at(TokenKind::kComma) || cursor.at(TokenKind::kRightParen)) {
    cursor.fail_expected("the name of the argument", "arguments are written as real x");
  }
  parameter.name = cursor.expect_name("the name of an argument");
  if (cursor.at(TokenKind::kLeftBracket)) {
    cursor.fail_expected("`,` or `)` after the argument",
                         "an array argument is written as array[] real x");
  }
  return parameter;
}

Function parse_head(Cursor& cursor) {
  Function function;
  function.result = parse_result_type(cursor);
  function.where = cursor.range(cursor.token());
  function.name = cursor.expect_name("the name of a function");
  const Token opening = cursor.token();
  cursor.expect(TokenKind::kLeftParen, "after the name of the function");
  if (!cursor.at(TokenKind::kRightParen)) {
    do {
      function.parameters.push_back(parse_parameter(cursor));
    } while (cursor.accept(TokenKind::kComma));
  }
  cursor.close(TokenKind::kRightParen, opening);
  return function;
}

void parse_function(Cursor& cursor, std::vector<Function>& functions) {
  Function function = parse_head(cursor);
  if (cursor.has_failed()) return;
  function.is_forward = cursor.accept(TokenKind::kSemicolon);
  if (!function.is_forward) {
    function.body = parse_braces(cursor, DeclarationSite::kLocal, "the body of the function");
  }
  if (!cursor.has_failed()) functions.push_back(std::move(function));
}

}  // namespace

void parse_functions(Cursor& cursor, std::vector<Function>& functions) {
  while (!cursor.at(TokenKind::kRightBrace) && !cursor.is_done() && !cursor.at_block_start()) {
    if (cursor.accept(TokenKind::kSemicolon)) continue;
    const std::size_t begin = cursor.position();
    parse_function(cursor, functions);
    if (!cursor.has_failed()) continue;
    cursor.recover_after(begin, true);
    // The body of a function whose head was wrong: read for its own mistakes.
    if (!cursor.at(TokenKind::kLeftBrace)) continue;
    static_cast<void>(parse_braces(cursor, DeclarationSite::kLocal, "the body of the function"));
    if (cursor.has_failed()) cursor.recover_after(begin, false);
  }
}

}  // namespace autumn::stan
