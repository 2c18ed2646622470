// This header declares the parsing of the functions block.
#pragma once

#include <vector>

#include "stan/syntax/ast.h"
#include "stan/syntax/parse_cursor.h"

namespace autumn::stan {

// Definitions and declarations of functions up to '}' (not taken); goes on after mistakes.
void parse_functions(Cursor& cursor, std::vector<Function>& functions);

}  // namespace autumn::stan
