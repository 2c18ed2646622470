// Shrinking leads from a program that breaks a law to the smallest one found that breaks the same
// law.
#pragma once

#include <functional>

#include "laws/case.h"
#include "laws/examine.h"

namespace autumn::laws {

// Tries smaller programs until none of them is accepted by `is_bad`, or `most` were tried.
[[nodiscard]] Case shrunk(const Case& example, const std::function<bool(const Case&)>& is_bad,
                          std::size_t most = 600);

// What failures have in common that are the same but for names and numbers.
[[nodiscard]] std::string shape_of(const Case& example);

}  // namespace autumn::laws
