// What is said where a file cannot be written.
#pragma once

#include <string>

#include "base/error.h"

namespace autumn::output {

// `error_number` is that of <cerrno>.
[[nodiscard]] Error write_failure(int error_number, const std::string& path);

}  // namespace autumn::output
