// Whether a term is positive by its form and its constants, whatever the values of the inputs.
#pragma once

#include "expr/term.h"

namespace autumn::collapse {

// Never wrongly true; exact arithmetic is meant (exp(x) is positive though it may underflow).
// Inputs may be anything.
[[nodiscard]] bool is_positive_by_form(expr::Term x);

}  // namespace autumn::collapse
