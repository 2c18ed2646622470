// This file has the names of tokens and the table of keywords.
#include "stan/syntax/token.h"

#include <unordered_map>

namespace autumn::stan {

std::string_view to_text(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEnd: return "the end of the program";
    case TokenKind::kIdentifier: return "a name";
    case TokenKind::kIntNumber: return "an integer";
    case TokenKind::kRealNumber: return "a number";
    case TokenKind::kImaginaryNumber: return "an imaginary number";
    case TokenKind::kString: return "a text in quotes";
    case TokenKind::kReserved: return "a reserved word";
#define AUTUMN_STAN_ENTRY(name, text) \
  case TokenKind::name: return "`" text "`";
      AUTUMN_STAN_PUNCTUATION(AUTUMN_STAN_ENTRY)
      AUTUMN_STAN_KEYWORDS(AUTUMN_STAN_ENTRY)
#undef AUTUMN_STAN_ENTRY
  }
  return {};
}

TokenKind word_kind(std::string_view word) {
  static const std::unordered_map<std::string_view, TokenKind> kWords{
#define AUTUMN_STAN_ENTRY(name, text) {text, TokenKind::name},
      AUTUMN_STAN_KEYWORDS(AUTUMN_STAN_ENTRY)
#undef AUTUMN_STAN_ENTRY
#define AUTUMN_STAN_ENTRY(text) {text, TokenKind::kReserved},
          AUTUMN_STAN_RESERVED(AUTUMN_STAN_ENTRY)
#undef AUTUMN_STAN_ENTRY
  };
  const auto found = kWords.find(word);
  return found == kWords.end() ? TokenKind::kIdentifier : found->second;
}

bool is_type_word(TokenKind kind) {
  return kind >= TokenKind::kArray && kind <= TokenKind::kSumToZeroMatrix;
}

bool is_adjacent(const Token& first, const Token& second) {
  return first.file == second.file && first.line == second.line &&
         first.end_column() == second.column;
}

SourceRange range_of(const Sources& sources, const Token& token) {
  return {.file = sources.file(token.file).name,
          .line = token.line,
          .column = token.column,
          .length = token.length()};
}

}  // namespace autumn::stan
