// This header copies parts of the syntax tree, which own what they hold.
#pragma once

#include <span>
#include <vector>

#include "stan/syntax/ast.h"

namespace autumn::stan {

// Null for null.
[[nodiscard]] ExprPtr copy(const ExprPtr& expression);
[[nodiscard]] std::vector<ExprPtr> copy(std::span<const ExprPtr> expressions);
[[nodiscard]] std::vector<Index> copy(std::span<const Index> indices);

}  // namespace autumn::stan
