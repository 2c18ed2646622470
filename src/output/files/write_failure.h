// What is said where a file cannot be written, or read.
#pragma once

#include <string>

#include "base/error.h"

namespace autumn::output {

// `error_number` is that of <cerrno>.
[[nodiscard]] Error write_failure(int error_number, const std::string& path);
// 0 stands for an error of the device.
[[nodiscard]] Error read_failure(int error_number, const std::string& path);

}  // namespace autumn::output
