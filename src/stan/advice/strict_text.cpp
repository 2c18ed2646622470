// This file finds what Stan refuses among the tokens of a program.
#include "stan/advice/strict.h"
#include "stan/syntax/lexer.h"

namespace autumn::stan {

std::vector<Error> strict_text_errors(const SourceFile& file) {
  Sources sources(file.name, file.text);
  const std::vector<Token> tokens = lex(sources).tokens;
  std::vector<Error> errors;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const bool ends_list =
        tokens[i - 1].kind == TokenKind::kComma && tokens[i].kind == TokenKind::kRightParen;
    if (!ends_list) continue;
    errors.push_back({"a tuple has at least two parts in Stan", "use the part without a tuple",
                      range_of(sources, tokens[i])});
  }
  return errors;
}

}  // namespace autumn::stan
