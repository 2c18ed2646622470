// The lexer is the stage from text to tokens: comments are dropped, included files are put in
// place.
#pragma once

#include <cstddef>
#include <vector>

#include "base/error.h"
#include "stan/syntax/source.h"
#include "stan/syntax/token.h"

namespace autumn::stan {

// A mistake, and the number of the token it was found at; so that mistakes found by different
// stages and in different files can be told in the order of the program.
struct Problem {
  std::size_t token = 0;
  Error error;
};

struct Tokens {
  std::vector<Token> tokens;  // the last one is kEnd
  std::vector<Problem> problems;
};

// The tokens of the first file of `sources`; included files are added to `sources`.
[[nodiscard]] Tokens lex(Sources& sources, const Includes& includes = {});

}  // namespace autumn::stan
