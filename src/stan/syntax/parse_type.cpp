// This file parses the types of declarations, arguments and results.
#include "stan/syntax/parse_type.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/words.h"
#include "stan/syntax/parse_expression.h"

namespace autumn::stan {
namespace {

struct KindEntry {
  TokenKind word;
  DeclaredKind kind;
  std::size_t min_sizes;
  std::size_t max_sizes;
};

constexpr std::array kKinds{
    KindEntry{TokenKind::kInt, DeclaredKind::kInt, 0, 0},
    KindEntry{TokenKind::kReal, DeclaredKind::kReal, 0, 0},
    KindEntry{TokenKind::kVector, DeclaredKind::kVector, 1, 1},
    KindEntry{TokenKind::kRowVector, DeclaredKind::kRowVector, 1, 1},
    KindEntry{TokenKind::kMatrix, DeclaredKind::kMatrix, 2, 2},
    KindEntry{TokenKind::kSimplex, DeclaredKind::kSimplex, 1, 1},
    KindEntry{TokenKind::kUnitVector, DeclaredKind::kUnitVector, 1, 1},
    KindEntry{TokenKind::kOrdered, DeclaredKind::kOrdered, 1, 1},
    KindEntry{TokenKind::kPositiveOrdered, DeclaredKind::kPositiveOrdered, 1, 1},
    KindEntry{TokenKind::kSumToZeroVector, DeclaredKind::kSumToZeroVector, 1, 1},
    KindEntry{TokenKind::kCholeskyFactorCorr, DeclaredKind::kCholeskyFactorCorr, 1, 1},
    KindEntry{TokenKind::kCholeskyFactorCov, DeclaredKind::kCholeskyFactorCov, 1, 2},
    KindEntry{TokenKind::kCorrMatrix, DeclaredKind::kCorrMatrix, 1, 1},
    KindEntry{TokenKind::kCovMatrix, DeclaredKind::kCovMatrix, 1, 1},
    KindEntry{TokenKind::kColumnStochasticMatrix, DeclaredKind::kColumnStochasticMatrix, 2, 2},
    KindEntry{TokenKind::kRowStochasticMatrix, DeclaredKind::kRowStochasticMatrix, 2, 2},
    KindEntry{TokenKind::kSumToZeroMatrix, DeclaredKind::kSumToZeroMatrix, 2, 2},
    KindEntry{TokenKind::kComplex, DeclaredKind::kComplex, 0, 0},
    KindEntry{TokenKind::kComplexVector, DeclaredKind::kComplexVector, 1, 1},
    KindEntry{TokenKind::kComplexRowVector, DeclaredKind::kComplexRowVector, 1, 1},
    KindEntry{TokenKind::kComplexMatrix, DeclaredKind::kComplexMatrix, 2, 2},
};

const KindEntry* find_kind(TokenKind word) {
  for (const KindEntry& entry : kKinds) {
    if (entry.word == word) return &entry;
  }
  return nullptr;
}

bool is_complex(DeclaredKind kind) {
  return kind >= DeclaredKind::kComplex && kind <= DeclaredKind::kComplexMatrix;
}

// int, real, vector, row_vector, matrix.
bool may_have_bounds(DeclaredKind kind) {
  return kind <= DeclaredKind::kMatrix;
}

// What may stand in local declarations.
bool is_plain(DeclaredKind kind) {
  return may_have_bounds(kind) || is_complex(kind);
}

// The plain type with the same elements, for suggestions.
std::string plain_word(DeclaredKind kind) {
  DeclaredType declared;
  declared.kind = kind;
  return to_text(declared.type());
}

// The entry of the type word we are at, taken; null after a failure.
const KindEntry* take_kind(Cursor& cursor) {
  const Token word = cursor.token();
  const KindEntry* entry = find_kind(word.kind);
  if (entry == nullptr) {
    cursor.fail_expected("a type such as `real` or `vector`", suggest_type(word.text));
    return nullptr;
  }
  cursor.take();
  return entry;
}

// ---- bounds ----

struct Bound {
  std::string_view name;
  ExprPtr DeclaredType::* value;
  bool is_range;  // lower and upper, against offset and multiplier
};
constexpr std::array kBounds{
    Bound{"lower", &DeclaredType::lower, true},
    Bound{"upper", &DeclaredType::upper, true},
    Bound{"offset", &DeclaredType::offset, false},
    Bound{"multiplier", &DeclaredType::multiplier, false},
};

const Bound* find_bound(const Token& token) {
  for (const Bound& bound : kBounds) {
    if (token.kind == TokenKind::kIdentifier && bound.name == token.text) return &bound;
  }
  return nullptr;
}

void parse_one_bound(Cursor& cursor, DeclaredType& type) {
  const Token word = cursor.token();
  const Bound* bound = find_bound(word);
  if (bound == nullptr) {
    static const std::array<std::string, 4> kNames{"lower", "upper", "offset", "multiplier"};
    return cursor.fail_expected("`lower`, `upper`, `offset` or `multiplier`",
                                did_you_mean(word.text, kNames));
  }
  cursor.take();
  const bool has_range = type.lower != nullptr || type.upper != nullptr;
  const bool has_affine = type.offset != nullptr || type.multiplier != nullptr;
  if (type.*(bound->value) != nullptr) {
    cursor.complain(word, fmt::format("`{}` is given twice", bound->name));
  } else if (bound->is_range ? has_affine : has_range) {
    cursor.complain(word, "bounds cannot be combined with an offset or a multiplier");
  } else if (type.kind == DeclaredKind::kInt && !bound->is_range) {
    cursor.complain(word, fmt::format("an int has no {}", bound->name),
                    "integers can have `lower` and `upper`");
  }
  cursor.expect(TokenKind::kAssign, fmt::format("after `{}`", bound->name));
  type.*(bound->value) = parse_bound(cursor);
}

void end_bounds(Cursor& cursor, const Token& opening) {
  if (cursor.at(TokenKind::kGreater)) {
    cursor.take();
    return;
  }
  std::string_view suggestion;
  switch (cursor.token().kind) {
    case TokenKind::kGreaterEqual:
    case TokenKind::kLess:
    case TokenKind::kLessEqual:
    case TokenKind::kEqual:
    case TokenKind::kNotEqual:
    case TokenKind::kAnd:
    case TokenKind::kOr:
    case TokenKind::kQuestion:
      suggestion = "put comparisons and `? :` into parentheses inside bounds";
      break;
    default: break;
  }
  if (suggestion.empty()) {
    cursor.close(TokenKind::kGreater, opening);
  } else {
    cursor.fail_expected("`,` or `>` after the bound", suggestion);
  }
}

void parse_bounds(Cursor& cursor, DeclaredType& type, DeclarationSite place) {
  if (!cursor.at(TokenKind::kLess)) return;
  const Token word = cursor.previous();
  const Token opening = cursor.take();
  if (!may_have_bounds(type.kind)) {
    cursor.complain(opening, fmt::format("the type `{}` has no bounds", word.text),
                    "only int, real, vector, row_vector and matrix have");
  } else if (place == DeclarationSite::kLocal) {
    cursor.complain(opening, "local variables have no bounds",
                    "remove them: only variables at the top level of the other blocks have bounds");
  }
  do {
    parse_one_bound(cursor, type);
  } while (cursor.accept(TokenKind::kComma));
  end_bounds(cursor, opening);
}

// ---- sizes ----

void parse_sizes(Cursor& cursor, const KindEntry& entry, DeclaredType& type) {
  if (entry.max_sizes == 0) return;
  const Token word = cursor.previous();
  const std::string_view shape = entry.max_sizes == 2 ? "[rows, columns]" : "[size]";
  const std::string form = fmt::format("{}{}", to_text(entry.word), shape);
  if (!cursor.at(TokenKind::kLeftBracket)) {
    return cursor.fail_expected(
        fmt::format("`[` with the size{} after {}", entry.max_sizes == 2 ? "s" : "",
                    word.kind == TokenKind::kGreater ? "the bounds" : to_text(entry.word)),
        "sizes come before the name, as in vector[3] x or matrix[2, 3] x");
  }
  const Token opening = cursor.take();
  type.sizes = parse_list(cursor, TokenKind::kRightBracket, opening);
  if (type.sizes.size() >= entry.min_sizes && type.sizes.size() <= entry.max_sizes) return;
  cursor.complain(
      opening,
      fmt::format("{} has {}, but {} given", to_text(entry.word), counted(entry.max_sizes, "size"),
                  counted(type.sizes.size(), "is", "are")),
      entry.max_sizes == 1 ? "for an array write array[N] in front of the type" : "");
}

std::vector<ExprPtr> parse_array_sizes(Cursor& cursor) {
  const Token opening = cursor.token();
  if (!cursor.expect(TokenKind::kLeftBracket, "with the sizes after `array`")) return {};
  if (cursor.at(TokenKind::kRightBracket) || cursor.at(TokenKind::kComma)) {
    cursor.fail(cursor.token(), "the array needs a size here",
                "only the arguments of functions are written without sizes");
  }
  return parse_list(cursor, TokenKind::kRightBracket, opening);
}

// The commas between brackets: [] is one dimension, [,] are two.
std::uint32_t parse_empty_brackets(Cursor& cursor) {
  const Token opening = cursor.take();
  std::uint32_t rank = 1;
  while (cursor.accept(TokenKind::kComma)) ++rank;
  if (!cursor.at(TokenKind::kRightBracket)) {
    cursor.fail(cursor.token(), "the types of arguments and results have no sizes",
                "write array[] real for an array, vector for a vector");
  }
  cursor.close(TokenKind::kRightBracket, opening);
  return rank;
}

Base plain_base(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kInt: return Base::kInt;
    case DeclaredKind::kVector: return Base::kVector;
    case DeclaredKind::kRowVector: return Base::kRowVector;
    case DeclaredKind::kMatrix: return Base::kMatrix;
    case DeclaredKind::kComplex: return Base::kComplex;
    case DeclaredKind::kComplexVector: return Base::kComplexVector;
    case DeclaredKind::kComplexRowVector: return Base::kComplexRowVector;
    case DeclaredKind::kComplexMatrix: return Base::kComplexMatrix;
    default: return Base::kReal;
  }
}

// (a, b, ...) after `tuple`; a tuple of one part ends with a comma.
template <typename ParsePart>
auto parse_parts(Cursor& cursor, const ParsePart& parse_part) {
  std::vector<decltype(parse_part())> parts;
  const Token opening = cursor.token();
  if (!cursor.expect(TokenKind::kLeftParen, "with the types of its parts after `tuple`")) {
    return parts;
  }
  const Level level(cursor);
  if (!level.is_ok()) return parts;
  do {
    if (parts.size() == 1 && cursor.at(TokenKind::kRightParen)) break;
    parts.push_back(parse_part());
  } while (!cursor.has_failed() && cursor.accept(TokenKind::kComma));
  if (parts.size() == 1 && cursor.at(TokenKind::kRightParen) &&
      cursor.previous().kind != TokenKind::kComma) {
    cursor.fail_expected("`,` and the next type of the tuple",
                         "a tuple of one part is written tuple(real,)");
  }
  cursor.close(TokenKind::kRightParen, opening);
  return parts;
}

}  // namespace

DeclaredType parse_declared_type(Cursor& cursor, DeclarationSite place) {
  DeclaredType type;
  if (cursor.accept(TokenKind::kArray)) type.array_sizes = parse_array_sizes(cursor);
  if (cursor.at(TokenKind::kArray)) {
    cursor.fail(cursor.token(), "an array of arrays has all its sizes in one pair of brackets",
                "write array[2, 3] real for two arrays of three numbers");
  }
  if (cursor.accept(TokenKind::kTuple)) {
    type.kind = DeclaredKind::kTuple;
    type.parts = parse_parts(cursor, [&] { return parse_declared_type(cursor, place); });
    return type;
  }
  const Token word = cursor.token();
  const KindEntry* entry = take_kind(cursor);
  if (entry == nullptr) return type;
  type.kind = entry->kind;
  if (place == DeclarationSite::kLocal && !is_plain(type.kind)) {
    cursor.complain(word, fmt::format("a local variable cannot be a `{}`", word.text),
                    fmt::format("declare it as `{}`", plain_word(type.kind)));
  }
  parse_bounds(cursor, type, place);
  parse_sizes(cursor, *entry, type);
  return type;
}

Type parse_plain_type(Cursor& cursor) {
  Type type;
  const bool is_array = cursor.accept(TokenKind::kArray);
  if (is_array) {
    if (!cursor.at(TokenKind::kLeftBracket)) {
      cursor.fail_expected("`[` after `array`",
                           "write array[] for one dimension, array[,] for two");
      return type;
    }
    type.array_rank = parse_empty_brackets(cursor);
  }
  if (cursor.accept(TokenKind::kTuple)) {
    type.base = Base::kTuple;
    type.parts = parse_parts(cursor, [&] { return parse_plain_type(cursor); });
    return type;
  }
  const Token word = cursor.token();
  const KindEntry* entry = take_kind(cursor);
  if (entry == nullptr) return type;
  type.base = plain_base(entry->kind);
  if (!is_plain(entry->kind)) {
    cursor.complain(word, fmt::format("arguments and results cannot be a `{}`", word.text),
                    fmt::format("write `{}`", plain_word(entry->kind)));
  }
  if (cursor.at(TokenKind::kLess)) {
    cursor.fail(cursor.token(), "the types of arguments and results have no bounds",
                "remove the bounds");
  }
  if (!is_array && cursor.at(TokenKind::kLeftBracket))
    type.array_rank = parse_empty_brackets(cursor);
  return type;
}

std::span<const std::string> type_words() {
  static const std::array<std::string, 23> kWords{"int",
                                                  "real",
                                                  "vector",
                                                  "row_vector",
                                                  "matrix",
                                                  "simplex",
                                                  "unit_vector",
                                                  "ordered",
                                                  "array",
                                                  "positive_ordered",
                                                  "cov_matrix",
                                                  "sum_to_zero_vector",
                                                  "corr_matrix",
                                                  "cholesky_factor_corr",
                                                  "void",
                                                  "cholesky_factor_cov",
                                                  "sum_to_zero_matrix",
                                                  "row_stochastic_matrix",
                                                  "tuple",
                                                  "complex",
                                                  "complex_vector",
                                                  "complex_row_vector",
                                                  "complex_matrix"};
  return kWords;
}

std::string suggest_type(std::string_view word) {
  for (const std::string_view real : {"float", "double", "numeric", "number"}) {
    if (word == real) return "did you mean `real`?";
  }
  for (const std::string_view integer : {"integer", "bool", "boolean", "Integer", "long"}) {
    if (word == integer) return "did you mean `int`?";
  }
  return did_you_mean(word, type_words());
}

}  // namespace autumn::stan
