// A token is a word of the Stan language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "stan/syntax/source.h"

namespace autumn::stan {

#define AUTUMN_STAN_PUNCTUATION(X) \
  X(kPlus, "+")                    \
  X(kMinus, "-")                   \
  X(kTimes, "*")                   \
  X(kDivide, "/")                  \
  X(kIntDivide, "%/%")             \
  X(kModulo, "%")                  \
  X(kLeftDivide, "\\")             \
  X(kElementTimes, ".*")           \
  X(kElementDivide, "./")          \
  X(kPower, "^")                   \
  X(kElementPower, ".^")           \
  X(kTranspose, "'")               \
  X(kNot, "!")                     \
  X(kEqual, "==")                  \
  X(kNotEqual, "!=")               \
  X(kLess, "<")                    \
  X(kLessEqual, "<=")              \
  X(kGreater, ">")                 \
  X(kGreaterEqual, ">=")           \
  X(kAnd, "&&")                    \
  X(kOr, "||")                     \
  X(kQuestion, "?")                \
  X(kColon, ":")                   \
  X(kComma, ",")                   \
  X(kSemicolon, ";")               \
  X(kLeftParen, "(")               \
  X(kRightParen, ")")              \
  X(kLeftBracket, "[")             \
  X(kRightBracket, "]")            \
  X(kLeftBrace, "{")               \
  X(kRightBrace, "}")              \
  X(kBar, "|")                     \
  X(kTilde, "~")                   \
  X(kAssign, "=")                  \
  X(kPlusAssign, "+=")             \
  X(kMinusAssign, "-=")            \
  X(kTimesAssign, "*=")            \
  X(kDivideAssign, "/=")           \
  X(kElementTimesAssign, ".*=")    \
  X(kElementDivideAssign, "./=")

// `lower`, `upper`, `offset`, `multiplier`, `jacobian` and `T` are names with a meaning in some
// places only, so that programs written before they were reserved still work.
#define AUTUMN_STAN_KEYWORDS(X)                          \
  X(kFunctions, "functions")                             \
  X(kData, "data")                                       \
  X(kTransformed, "transformed")                         \
  X(kParameters, "parameters")                           \
  X(kModel, "model")                                     \
  X(kGenerated, "generated")                             \
  X(kQuantities, "quantities")                           \
  X(kReturn, "return")                                   \
  X(kIf, "if")                                           \
  X(kElse, "else")                                       \
  X(kWhile, "while")                                     \
  X(kFor, "for")                                         \
  X(kIn, "in")                                           \
  X(kBreak, "break")                                     \
  X(kContinue, "continue")                               \
  X(kProfile, "profile")                                 \
  X(kPrint, "print")                                     \
  X(kReject, "reject")                                   \
  X(kFatalError, "fatal_error")                          \
  X(kTarget, "target")                                   \
  X(kVoid, "void")                                       \
  X(kArray, "array")                                     \
  X(kTuple, "tuple")                                     \
  X(kComplex, "complex")                                 \
  X(kComplexVector, "complex_vector")                    \
  X(kComplexRowVector, "complex_row_vector")             \
  X(kComplexMatrix, "complex_matrix")                    \
  X(kInt, "int")                                         \
  X(kReal, "real")                                       \
  X(kVector, "vector")                                   \
  X(kRowVector, "row_vector")                            \
  X(kMatrix, "matrix")                                   \
  X(kSimplex, "simplex")                                 \
  X(kUnitVector, "unit_vector")                          \
  X(kOrdered, "ordered")                                 \
  X(kPositiveOrdered, "positive_ordered")                \
  X(kSumToZeroVector, "sum_to_zero_vector")              \
  X(kCholeskyFactorCorr, "cholesky_factor_corr")         \
  X(kCholeskyFactorCov, "cholesky_factor_cov")           \
  X(kCorrMatrix, "corr_matrix")                          \
  X(kCovMatrix, "cov_matrix")                            \
  X(kColumnStochasticMatrix, "column_stochastic_matrix") \
  X(kRowStochasticMatrix, "row_stochastic_matrix")       \
  X(kSumToZeroMatrix, "sum_to_zero_matrix")

// Words without a meaning yet, or no longer, that may not be used as names.
#define AUTUMN_STAN_RESERVED(X) \
  X("true")                     \
  X("false")                    \
  X("repeat")                   \
  X("until")                    \
  X("then")                     \
  X("typedef")                  \
  X("struct")                   \
  X("var")                      \
  X("export")                   \
  X("extern")                   \
  X("static")                   \
  X("auto")                     \
  X("increment_log_prob")       \
  X("get_lp")

enum class TokenKind : std::uint8_t {
  kEnd,
  kIdentifier,
  kIntNumber,
  kRealNumber,
  kImaginaryNumber,
  kString,  // with its quotes
  kReserved,
#define AUTUMN_STAN_ENTRY(name, text) name,
  AUTUMN_STAN_PUNCTUATION(AUTUMN_STAN_ENTRY) AUTUMN_STAN_KEYWORDS(AUTUMN_STAN_ENTRY)
#undef AUTUMN_STAN_ENTRY
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::uint32_t file = 0;    // number in Sources
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in bytes
  std::string_view text;     // lives in Sources

  [[nodiscard]] std::uint32_t length() const { return static_cast<std::uint32_t>(text.size()); }
  [[nodiscard]] std::uint32_t end_column() const { return column + length(); }
};

// "an expression", "`;`", "`functions`": how messages name a kind of token.
[[nodiscard]] std::string_view to_text(TokenKind kind);

// The keyword spelt so, kReserved, or kIdentifier.
[[nodiscard]] TokenKind word_kind(std::string_view word);

// Whether a word of this kind begins a type: int, vector, array, tuple, ...
[[nodiscard]] bool is_type_word(TokenKind kind);

// Whether nothing stands between the two tokens.
[[nodiscard]] bool is_adjacent(const Token& first, const Token& second);

[[nodiscard]] SourceRange range_of(const Sources& sources, const Token& token);

}  // namespace autumn::stan
