// This header prints programs as text, in one canonical style.
#pragma once

#include <string>

#include "stan/syntax/ast.h"

namespace autumn::stan {

// Two spaces of indentation, only the parentheses that are needed, arrays in the new syntax, one
// declaration per statement; comments and empty blocks are gone. Parsing the text gives the same
// tree.
[[nodiscard]] std::string to_text(const Program& program);
[[nodiscard]] std::string to_text(const Statement& statement);
[[nodiscard]] std::string to_text(const Expr& expr);
[[nodiscard]] std::string to_text(const DeclaredType& type);

}  // namespace autumn::stan
