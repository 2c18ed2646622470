// What is in a program, as `stanc --info` says it.
#pragma once

#include <string>

#include "stan/syntax/ast.h"
#include "stan/syntax/source.h"

namespace autumn::cmdstan {

// JSON: variables of the blocks with their types and numbers of dimensions, functions and
// distributions of the language that are called, included files. The program is checked.
[[nodiscard]] std::string program_info(const stan::Program& program, const stan::Sources& sources);

}  // namespace autumn::cmdstan
