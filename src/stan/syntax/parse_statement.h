// This header declares the parsing of statements.
#pragma once

#include "stan/syntax/ast.h"
#include "stan/syntax/parse_cursor.h"
#include "stan/syntax/parse_type.h"

namespace autumn::stan {

// Statements up to '}' (not taken), appended to `block`; goes on after mistakes.
void parse_statements(Cursor& cursor, DeclarationSite place, Statements& block);

// '{' statements '}'
[[nodiscard]] Statements parse_braces(Cursor& cursor, DeclarationSite place, std::string_view what);

}  // namespace autumn::stan
