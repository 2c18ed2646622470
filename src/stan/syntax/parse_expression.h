// This header declares the parsing of expressions.
#pragma once

#include <optional>
#include <vector>

#include "stan/syntax/ast.h"
#include "stan/syntax/parse_cursor.h"

namespace autumn::stan {

// An expression; null after a failure.
[[nodiscard]] ExprPtr parse_expression(Cursor& cursor);

// The expression a statement begins with: here `x <- y` is the old assignment, and stops before the
// arrow.
[[nodiscard]] ExprPtr parse_statement_expression(Cursor& cursor);

// A bound such as `lower = ...`: nothing weaker than + and -, since '>' ends the bounds.
[[nodiscard]] ExprPtr parse_bound(Cursor& cursor);

// Expressions up to `closing`, which is taken: the arguments of a call, the sizes of an array.
// Some elements may be null after a failure.
[[nodiscard]] std::vector<ExprPtr> parse_list(Cursor& cursor, TokenKind closing,
                                              const Token& opening);

// The operator that stands between two operands, if a token is one.
[[nodiscard]] std::optional<BinaryOp> binary_op(TokenKind kind);

}  // namespace autumn::stan
