// This header goes from texts to a traced model, without files.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "stan/syntax/ast.h"
#include "trace/trace.h"

namespace autumn::laws {

// The syntax tree, or the first error.
[[nodiscard]] Result<std::shared_ptr<stan::Program>> parse(const std::string& text);
// Checked, resolved and traced.
[[nodiscard]] Result<trace::Traced> load(const std::string& text, const std::string& json);

}  // namespace autumn::laws
