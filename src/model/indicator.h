// An indicator is a condition as a factor: its log density is 0 where the condition holds and
// -infinity elsewhere.
#pragma once

#include <string>

#include "expr/term.h"
#include "model/model.h"

namespace autumn::model {

// 0 where the condition holds and -infinity where it does not; label and place are those of what
// asks for it.
[[nodiscard]] Factor indicator(expr::Term condition, std::string label, const SourceRange& where);

}  // namespace autumn::model
