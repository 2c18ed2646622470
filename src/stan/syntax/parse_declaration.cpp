// This file parses declarations: `real x = 1, y;` becomes two of them.
#include "stan/syntax/parse_declaration.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "stan/syntax/parse_expression.h"

namespace autumn::stan {
namespace {

// The sizes after the name, as arrays used to be declared: real x[3].
void parse_old_sizes(Cursor& cursor, DeclaredType& type) {
  if (!cursor.at(TokenKind::kLeftBracket)) return;
  const Token opening = cursor.take();
  if (!type.array_sizes.empty()) {
    cursor.complain(opening, "the sizes of the array are given twice",
                    "write all of them after `array`");
  }
  if (cursor.at(TokenKind::kRightBracket)) cursor.fail(opening, "the array needs a size here");
  type.array_sizes = parse_list(cursor, TokenKind::kRightBracket, opening);
}

ExprPtr parse_initial(Cursor& cursor, DeclarationSite place) {
  if (!cursor.at(TokenKind::kAssign)) return nullptr;
  if (place == DeclarationSite::kInput) {
    cursor.complain(cursor.token(), "variables of data and parameters cannot be given a value here",
                    "define constants in transformed data, functions of parameters in transformed "
                    "parameters");
  }
  cursor.take();
  return parse_expression(cursor);
}

void parse_one(Cursor& cursor, DeclarationSite place, DeclaredType type, Statements& block) {
  if (cursor.at(TokenKind::kLeftBracket)) {
    cursor.fail_expected("the name of the variable", "an array is declared as array[N] real x");
  }
  if (cursor.at(TokenKind::kLess)) {
    cursor.fail_expected("the name of the variable",
                         "bounds come before the sizes, as in vector<lower=0>[N] x");
  }
  if (cursor.previous().kind == TokenKind::kGreater && !cursor.at(TokenKind::kIdentifier)) {
    cursor.fail_expected("the name of the variable",
                         "put comparisons and `? :` into parentheses inside bounds");
  }
  const SourceRange where = cursor.range(cursor.token());
  Declaration node{.type = std::move(type), .name = {}, .initial = nullptr};
  node.name = cursor.expect_name("the name of the variable");
  parse_old_sizes(cursor, node.type);
  node.initial = parse_initial(cursor, place);
  if (!cursor.has_failed()) {
    block.push_back(Statement{.node = std::move(node), .where = where});
  }
}

void not_a_declaration(Cursor& cursor) {
  const Token here = cursor.token();
  const bool is_name = here.kind == TokenKind::kIdentifier;
  const std::string suggestion = is_name ? suggest_type(here.text) : std::string{};
  cursor.fail_expected("a declaration such as `real x;`",
                       suggestion.empty() ? "this block holds declarations only" : suggestion);
}

}  // namespace

void parse_declaration(Cursor& cursor, DeclarationSite place, Statements& block) {
  const std::size_t type_begin = cursor.position();
  DeclaredType type = parse_declared_type(cursor, place);
  parse_one(cursor, place, std::move(type), block);
  while (cursor.accept(TokenKind::kComma)) {
    if (is_type_word(cursor.token().kind)) {
      cursor.fail(cursor.token(), "a list of declarations has only one type",
                  "end the declaration before with `;`");
    }
    // Every variable owns its type: the tokens of the type are read again for each.
    const std::size_t name = cursor.position();
    if (!cursor.has_failed()) cursor.go_to(type_begin);
    DeclaredType again = parse_declared_type(cursor, place);
    if (!cursor.has_failed()) cursor.go_to(name);
    parse_one(cursor, place, std::move(again), block);
  }
  cursor.end_statement("the declaration");
}

void parse_declarations(Cursor& cursor, Statements& block) {
  while (!cursor.at(TokenKind::kRightBrace) && !cursor.is_done() && !cursor.at_block_start()) {
    if (cursor.accept(TokenKind::kSemicolon)) continue;
    const std::size_t begin = cursor.position();
    if (is_type_word(cursor.token().kind)) {
      parse_declaration(cursor, DeclarationSite::kInput, block);
    } else {
      not_a_declaration(cursor);
    }
    if (cursor.has_failed()) cursor.recover_after(begin, false);
  }
}

}  // namespace autumn::stan
