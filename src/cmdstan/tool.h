// This header says what our executable is under another name or with a program behind it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace autumn::cmdstan {

// Runs the program behind this executable, or the tool of CmdStan that it is named after (stanc,
// stansummary, diagnose, print), and gives the exit code; nothing if it is plain `autumn`.
[[nodiscard]] std::optional<int> run_as_cmdstan(const std::string& executable,
                                                const std::vector<std::string>& words);

}  // namespace autumn::cmdstan
