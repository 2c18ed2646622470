// Comments are taken away by `stanc --canonicalize=strip-comments`.
#pragma once

#include <string>
#include <string_view>

namespace autumn::stan {

// Of a text that parses. A line that has nothing but comments goes with them.
[[nodiscard]] std::string without_comments(std::string_view text);

}  // namespace autumn::stan
