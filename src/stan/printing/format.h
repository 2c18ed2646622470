// Formatting writes a program in the canonical layout, that of `stanc --auto-format`: nothing but
// white space changes.
#pragma once

#include <string>
#include <string_view>

#include "stan/printing/layout.h"

namespace autumn::stan {

// A text that parses, in the syntax of today (advice/old_forms.h rewrites older ones). Included
// files are not read: their directives stay where they are.
[[nodiscard]] std::string format(std::string_view text, const Page& page = {});

}  // namespace autumn::stan
