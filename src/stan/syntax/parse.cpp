// This file parses programs: the blocks in their order, and what is wrong between them.
#include "stan/syntax/parse.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "stan/syntax/parse_cursor.h"
#include "stan/syntax/parse_declaration.h"
#include "stan/syntax/parse_function.h"
#include "stan/syntax/parse_statement.h"

namespace autumn::stan {
namespace {

constexpr std::size_t kMaxErrors = 20;

// In the order they must have.
const std::array<std::string, 7> kBlockNames{"functions",
                                             "data",
                                             "transformed data",
                                             "parameters",
                                             "transformed parameters",
                                             "model",
                                             "generated quantities"};

// Takes the head of the block we are at, without '{'; gives its number in kBlockNames.
std::size_t take_block_head(Cursor& cursor) {
  std::string name(cursor.take().text);
  if (name == "transformed" || name == "generated") name.append(" ").append(cursor.take().text);
  const auto* const found = std::find(kBlockNames.begin(), kBlockNames.end(), name);
  return static_cast<std::size_t>(found - kBlockNames.begin());
}

void parse_contents(Cursor& cursor, std::size_t number, Program& program) {
  switch (number) {
    case 0: return parse_functions(cursor, program.functions);
    case 1: return parse_declarations(cursor, program.data);
    case 2: return parse_statements(cursor, DeclarationSite::kBlock, program.transformed_data);
    case 3: return parse_declarations(cursor, program.parameters);
    case 4:
      return parse_statements(cursor, DeclarationSite::kBlock, program.transformed_parameters);
    case 5: return parse_statements(cursor, DeclarationSite::kLocal, program.model);
    default: return parse_statements(cursor, DeclarationSite::kBlock, program.generated_quantities);
  }
}

// `last` is the number of the block before this one, if any.
void check_order(Cursor& cursor, const Token& head, std::size_t number,
                 std::optional<std::size_t> last) {
  if (!last || number > *last) return;
  if (number == *last) {
    return cursor.complain(head, fmt::format("there are two `{}` blocks", kBlockNames[number]),
                           "put everything into one block");
  }
  cursor.complain(head,
                  fmt::format("the block `{}` comes after the block `{}`", kBlockNames[number],
                              kBlockNames[*last]),
                  "the order is functions, data, transformed data, parameters, transformed "
                  "parameters, model, generated quantities");
}

void parse_block(Cursor& cursor, std::optional<std::size_t>& last, Program& program) {
  const Token head = cursor.token();
  const std::size_t number = take_block_head(cursor);
  check_order(cursor, head, number, last);
  last = last ? std::max(*last, number) : number;
  const Token opening = cursor.token();
  if (!cursor.expect(TokenKind::kLeftBrace, fmt::format("after `{}`", kBlockNames[number]))) return;
  parse_contents(cursor, number, program);
  if (cursor.accept(TokenKind::kRightBrace)) return;
  cursor.complain(cursor.token(),
                  fmt::format("expected `}}` to close the `{{` of line {}, found {}", opening.line,
                              Cursor::describe(cursor.token())),
                  fmt::format("the block `{}` is not closed", kBlockNames[number]));
}

std::string block_suggestion(Cursor& cursor) {
  const Token here = cursor.token();
  if (here.kind == TokenKind::kRightBrace) {
    return "there is one `}` too many, here or in the block before";
  }
  if (is_type_word(here.kind)) return "declarations stand inside a block";
  std::string words(here.text);
  if (cursor.ahead().kind != TokenKind::kLeftBrace && cursor.ahead().line == here.line) {
    words.append(" ").append(cursor.ahead().text);
  }
  return did_you_mean(words, kBlockNames);
}

// On to the head of the next block, or to what looks like the misspelt head of one.
void skip_to_block(Cursor& cursor) {
  cursor.resume();
  const TokenKind first = cursor.take().kind;
  const bool is_misspelt_block = first == TokenKind::kIdentifier ||
                                 first == TokenKind::kTransformed || first == TokenKind::kGenerated;
  std::size_t depth = 0;
  while (!cursor.is_done() && !cursor.at_block_start()) {
    const TokenKind kind = cursor.token().kind;
    const bool is_head =
        kind == TokenKind::kIdentifier && cursor.ahead().kind == TokenKind::kLeftBrace;
    if (is_head && depth == 0 && !is_misspelt_block) return;
    cursor.take();
    if (kind == TokenKind::kLeftBrace) ++depth;
    if (kind != TokenKind::kRightBrace || depth == 0) continue;
    --depth;
    if (depth == 0 && is_misspelt_block) return;
  }
}

Program parse_program(Cursor& cursor) {
  Program program;
  std::optional<std::size_t> last;
  while (!cursor.is_done()) {
    if (cursor.at_block_start()) {
      parse_block(cursor, last, program);
    } else {
      cursor.fail_expected("a block such as `data {` or `model {`", block_suggestion(cursor));
    }
    if (cursor.has_failed()) skip_to_block(cursor);
  }
  return program;
}

// Mistakes of both stages in the order of the program. What the parser says about a token where the
// lexer found a mistake, or about the next one, is a consequence of that.
std::vector<Error> merge(std::vector<Problem> lexical, std::vector<Problem> syntactic) {
  const auto is_repeated = [&](const Problem& problem) {
    return std::any_of(lexical.begin(), lexical.end(),
                       [&](const Problem& other) { return problem.token - other.token <= 1; });
  };
  std::erase_if(syntactic, is_repeated);
  std::move(syntactic.begin(), syntactic.end(), std::back_inserter(lexical));
  std::stable_sort(lexical.begin(), lexical.end(),
                   [](const Problem& a, const Problem& b) { return a.token < b.token; });
  std::vector<Error> errors;
  for (Problem& problem : lexical) {
    if (errors.size() < kMaxErrors) errors.push_back(std::move(problem.error));
  }
  return errors;
}

}  // namespace

ParseResult parse(Sources& sources, const Includes& includes) {
  Tokens tokens = lex(sources, includes);
  Cursor cursor(sources, tokens.tokens);
  ParseResult result{.program = parse_program(cursor), .errors = {}};
  result.errors = merge(std::move(tokens.problems), cursor.take_problems());
  return result;
}

}  // namespace autumn::stan
