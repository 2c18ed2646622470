// What may be replaced: nothing that is read by the command that writes, and other files only where
// that was allowed.
#pragma once

#include <span>
#include <string>

#include "base/error.h"

namespace autumn::output {

// Whether two names lead to one file, however they are written, be it there or not.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

[[nodiscard]] bool is_same_directory(const std::string& a, const std::string& b);

// An error if an output is an input, or a program, or is written twice. Empty names are of no file.
[[nodiscard]] Status check_outputs(std::span<const std::string> inputs,
                                   std::span<const std::string> outputs);

// An error if there is such a file, unless it may be replaced. Devices and pipes are no files.
[[nodiscard]] Status check_replaceable(const std::string& path, bool may_be_replaced);

}  // namespace autumn::output
