// Generated quantities: the last block of a program, run with numbers once per draw.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "trace/trace.h"

namespace autumn::trace {

// How many numbers a draw of the generated quantities has.
[[nodiscard]] std::size_t generated_size(const GeneratedProgram& program);

// Runs the block for one draw: `drawn` holds parameters and transformed parameters in declared
// order, each in storage order; `out` gets the generated quantities. After reject() or an error all
// numbers of `out` that are not set yet are NaN, as in CmdStan; the error is returned.
[[nodiscard]] Status generate(const GeneratedProgram& program, std::span<const double> drawn,
                              Random& random, std::span<double> out);

}  // namespace autumn::trace
