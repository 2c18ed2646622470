// The subcommand `autumn summary`.
#pragma once

#include <span>
#include <string>

namespace autumn::cli {

// Prints the summary of these files and what to worry about; returns the exit code.
[[nodiscard]] int summarise_files(std::span<const std::string> paths);

}  // namespace autumn::cli
