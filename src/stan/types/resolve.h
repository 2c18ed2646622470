// Resolution gives every variable of a checked program a slot in the frame it lives in, so that
// running it needs no names.
#pragma once

#include <string_view>

#include "stan/syntax/ast.h"

namespace autumn::stan {

// Finds what runs a built-in function; null if nothing does.
using BuiltinLookup = const trace::BuiltinEntry* (*)(std::string_view name);

// Fills in all `slot` and `frame_size` fields, and `builtin` of calls. Variables outside functions
// share one frame over all blocks; a function has its own, which begins with its parameters. Slots
// are not reused.
void resolve(Program& program, BuiltinLookup lookup);

}  // namespace autumn::stan
