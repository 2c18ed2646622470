// Messages about programs as stanc lays them out: the place in words, the lines around it, and what
// is wrong.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "stan/syntax/source.h"

namespace autumn::cmdstan {

struct StancMessages {
  const stan::Sources* sources = nullptr;
  std::string file;      // the program
  std::string shown_as;  // what messages call it
};

// `kind` is "Syntax error" or "Semantic error".
[[nodiscard]] std::string stanc_error(const StancMessages& messages, std::string_view kind,
                                      const Error& error);
// One line, or two with advice.
[[nodiscard]] std::string stanc_warning(const StancMessages& messages, const Error& warning);

}  // namespace autumn::cmdstan
