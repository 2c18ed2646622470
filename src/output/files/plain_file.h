// Files of runs are plain files: a pipe or a device in their place is never read, and never waited
// for.
#pragma once

#include <string>

#include "base/error.h"

namespace autumn::output {

// An error if there is something else; what is not there is for others to tell.
[[nodiscard]] Status check_plain(const std::string& path);

}  // namespace autumn::output
