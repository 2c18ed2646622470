// A program as text in good order: what `stanc --auto-format` prints.
#pragma once

#include <string>

#include "stan/syntax/ast.h"
#include "stan/syntax/source.h"

namespace autumn::cmdstan {

// In the canonical style, with the comments that were there. A program that includes others stays
// as it is: nothing that was written is lost.
[[nodiscard]] std::string formatted(const stan::Sources& sources, const stan::Program& program);

}  // namespace autumn::cmdstan
