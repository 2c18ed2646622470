// This header has the log probabilities of the scalar discrete distributions at 50 digits, by
// textbook formulas.
#pragma once

#include "dist/cases.h"

namespace autumn::dist {

// The value, rounded, and the sum of the sizes of the terms of the formula.
struct Reference {
  double value = 0.0;
  double size = 0.0;
};

[[nodiscard]] Reference reference_log_probability(const Case& at);

}  // namespace autumn::dist
