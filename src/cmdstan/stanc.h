// stanc is what CmdStan's clients call to check programs, to ask what is in them, and to compile
// them: here that writes an executable that runs the program.
#pragma once

#include <span>
#include <string>

namespace autumn::cmdstan {

// `words` are those after the name of the executable. Returns the exit code.
int run_stanc(std::span<const std::string> words);

}  // namespace autumn::cmdstan
