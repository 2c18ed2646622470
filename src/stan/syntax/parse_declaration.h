// This header declares the parsing of declarations of variables.
#pragma once

#include "stan/syntax/ast.h"
#include "stan/syntax/parse_cursor.h"
#include "stan/syntax/parse_type.h"

namespace autumn::stan {

// `type name = value, name, ...;`, one statement per name, appended to `block`. The cursor is at a
// type word.
void parse_declaration(Cursor& cursor, DeclarationSite place, Statements& block);

// The declarations of the data and parameters blocks, up to '}' (not taken); goes on after
// mistakes.
void parse_declarations(Cursor& cursor, Statements& block);

}  // namespace autumn::stan
