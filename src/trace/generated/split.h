// The split of generated quantities says what is a function of the draw alone, and what is left to
// the interpreter.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "stan/syntax/ast.h"
#include "trace/paths/reach.h"

namespace autumn::trace {

struct Split {
  // Variables, by slot, that depend on random numbers or on what cannot be traced.
  std::set<int> interpreted;
  StatementSet untraced;  // what the tracer leaves out: all that sets these variables
  StatementSet traced;    // what the interpreter leaves out: all that these variables do not need
};

// Whether anything in the block calls for random numbers.
[[nodiscard]] bool has_random(const stan::Statements& block);

// Who draws random numbers: one draws them all, because their order matters.
enum class Drawing : std::uint8_t { kTraced, kInterpreted };

// The statements of `forced`, and all inside of them, go to the interpreter, and so does what calls
// for random numbers if they are interpreted; and with them whatever depends on what they set, as a
// value or as a condition. Nothing if the block does more than to set variables (reject(), say), or
// if the interpreter would have to draw what is to be traced.
[[nodiscard]] std::optional<Split> split(const stan::Statements& block, const StatementSet& forced,
                                         Drawing drawing);

}  // namespace autumn::trace
