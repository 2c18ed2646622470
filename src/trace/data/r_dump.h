// This header reads data in the dump format of R, which CmdStan read before it read JSON.
#pragma once

#include <string>
#include <string_view>

#include "trace/data/data.h"

namespace autumn::trace {

// `name <- value`, where a value is a number, `c(...)`, `a:b`, `integer(n)`, `double(n)`, or
// `structure(value, .Dim = c(...))`.
[[nodiscard]] Result<Data> parse_r_dump(std::string_view text, const std::string& file_name);
[[nodiscard]] Result<Data> read_r_dump(const std::string& path);

}  // namespace autumn::trace
