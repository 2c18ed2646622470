// A program as text in good order: what `stanc --auto-format` prints.
#pragma once

#include <string>

#include "stan/syntax/ast.h"
#include "stan/syntax/source.h"

namespace autumn::cmdstan {

// In the canonical style; but where the text has comments or includes, which that style has no
// place for, its lines as they are with their indentation in order: nothing that was written is
// lost.
[[nodiscard]] std::string formatted(const stan::Sources& sources, const stan::Program& program);

}  // namespace autumn::cmdstan
