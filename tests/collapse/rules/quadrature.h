// This header integrates over an element by quadrature on a transformed axis.
#pragma once

#include "collapse/rules/law.h"

namespace autumn::collapse {

// Where the element lives: (0, 1) through the logistic function, (0, inf) through exp.
enum class Axis { kUnit, kPositive };

// The integral of the joint density over v divided by the marginal is 1 to 1e-9.
void expect_integral_is_marginal(const Setting& setting, Axis axis);

}  // namespace autumn::collapse
