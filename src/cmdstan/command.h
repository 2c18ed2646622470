// The command line of a compiled program: what `./model sample data file=...` does.
#pragma once

#include <span>
#include <string>

#include "cmdstan/embedded.h"

namespace autumn::cmdstan {

// `words` are those after the name of the executable. Returns the exit code.
int run_command(const EmbeddedProgram& program, const std::string& executable,
                std::span<const std::string> words);

}  // namespace autumn::cmdstan
