// A walk goes through a syntax tree: every block of statements, and every expression.
#pragma once

#include <functional>

#include "stan/syntax/ast.h"

namespace autumn::laws {

// Calls `visit` on every list of statements, outer ones first, until it returns true.
bool walk_blocks(stan::Program& program, const std::function<bool(stan::Statements&)>& visit);
// Calls `visit` on every expression, outer ones first, until it returns true.
bool walk_expressions(stan::Program& program, const std::function<bool(stan::ExprPtr&)>& visit);

// The expressions directly inside one.
[[nodiscard]] std::vector<stan::ExprPtr*> children(stan::Expr& expression);

}  // namespace autumn::laws
