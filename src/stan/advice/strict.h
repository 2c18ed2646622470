// Strictness is what Stan refuses and Autumn runs: programs that are to run in both are checked
// with it.
#pragma once

#include <vector>

#include "base/error.h"
#include "stan/syntax/ast.h"
#include "stan/syntax/source.h"

namespace autumn::stan {

// Of a program without errors: what the Stan that docs/from-stan.md names would refuse in its tree.
// What it refuses in the words of a program is an old form.
[[nodiscard]] std::vector<Error> strict_errors(const Program& program);

// Of a text: what the tree does not show.
[[nodiscard]] std::vector<Error> strict_text_errors(const SourceFile& file);

}  // namespace autumn::stan
