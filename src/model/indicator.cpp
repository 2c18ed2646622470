// This file writes a condition as the logarithm of an indicator function.
#include "model/indicator.h"

#include <utility>

#include "base/numbers.h"

namespace autumn::model {

Factor indicator(expr::Term condition, std::string label, const SourceRange& where) {
  Factor factor;
  factor.value = expr::select(condition, 0.0, -kInfinity).id();
  factor.label = std::move(label);
  factor.where = where;
  return factor;
}

}  // namespace autumn::model
