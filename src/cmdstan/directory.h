// A CmdStan-shaped directory: what `set_cmdstan_path` is told, and what its clients look for in it.
#pragma once

#include <string>

#include "base/error.h"

namespace autumn::cmdstan {

// Makes the directory, or brings it up to date; files that are not ours are left alone. It can be
// moved: nothing in it knows where it is.
[[nodiscard]] Status write_directory(const std::string& path);

}  // namespace autumn::cmdstan
