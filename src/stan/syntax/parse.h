// The parser is the stage from tokens to the syntax tree.
#pragma once

#include <vector>

#include "base/error.h"
#include "stan/syntax/ast.h"
#include "stan/syntax/lexer.h"
#include "stan/syntax/source.h"

namespace autumn::stan {

struct ParseResult {
  Program program;  // meaningful only without errors
  std::vector<Error> errors;

  [[nodiscard]] bool is_ok() const { return errors.empty(); }
};

// Reads the first file of `sources` (adding the files it includes). At most 20 errors, in the order
// of the program.
//
// Places: an expression's `where` is all of it, as far as it stands on its first line. A
// statement's is what messages are usually about: the name of a declaration, the left side of an
// assignment, the distribution of `~`, the variable of a loop, the call; otherwise its first word.
[[nodiscard]] ParseResult parse(Sources& sources, const Includes& includes = {});

}  // namespace autumn::stan
