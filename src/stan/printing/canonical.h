// The canonical form of a program: in the syntax of today, and in the layout of stanc.
#pragma once

#include <string>

#include "stan/printing/layout.h"
#include "stan/syntax/source.h"

namespace autumn::stan {

// Of a file that parses. Comments stay, and directives that include other files.
[[nodiscard]] std::string canonical(const SourceFile& file, const Page& page = {});

}  // namespace autumn::stan
