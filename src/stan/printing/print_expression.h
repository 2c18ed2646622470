// This header prints expressions, for the printer of statements.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "stan/syntax/ast.h"
#include "stan/syntax/parse_precedence.h"

namespace autumn::stan {

// Appends the expression, in parentheses if it binds weaker than `weakest`.
void print_expression(const Expr& expr, Precedence weakest, std::string& out);

// a, b, c
void print_list(std::span<const ExprPtr> list, std::string& out);

// [1:3, :, k]
void print_indices(std::span<const Index> indices, std::string& out);

}  // namespace autumn::stan
