// Reading statements.
#pragma once

#include "stan/ast.h"
#include "stan/parse_cursor.h"
#include "stan/parse_type.h"

namespace autumn::stan {

// Statements up to '}' (not taken), appended to `block`; goes on after mistakes.
void parse_statements(Cursor& cursor, Place place, Block& block);

// '{' statements '}'
[[nodiscard]] Block parse_braces(Cursor& cursor, Place place, std::string_view what);

}  // namespace autumn::stan
