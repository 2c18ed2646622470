// A remark is what stands between tokens and means nothing to the program: a comment, or the
// directive that included a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stan/syntax/token.h"

namespace autumn::stan {

struct Remark {
  std::string text;
  std::size_t after = 0;        // so many tokens stand before it
  std::uint32_t line = 0;       // of its first character
  std::uint32_t last_line = 0;  // of its last one
  bool is_trailing = false;     // on the line where the token before it ends
  [[nodiscard]] bool ends_line() const { return text.starts_with("//") || text.starts_with("#"); }
};

// Those of a text whose tokens (of this file alone, without the end) these are, in order.
[[nodiscard]] std::vector<Remark> remarks_of(std::string_view text, std::span<const Token> tokens);

}  // namespace autumn::stan
