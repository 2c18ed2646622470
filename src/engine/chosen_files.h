// Which files of draws are meant where files and directories are named.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace autumn::engine {

struct ChosenFiles {
  std::vector<std::string> files;
  std::vector<std::string> notes;  // on what was left out
};

// A directory stands for its chains, in one format. An error if a chain would count twice, or a
// directory has none.
[[nodiscard]] Result<ChosenFiles> files_of_chains(std::span<const std::string> paths);

}  // namespace autumn::engine
