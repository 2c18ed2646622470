// Shapes of shares: what a rule computes, as one entry for every row of the factor.
#pragma once

#include "collapse/rules/family.h"

namespace autumn::collapse {

// Every element of a constant is this number.
[[nodiscard]] bool is_constant_of(Term x, double number);

// The same number in every element, stored, so that sums over it become constants.
[[nodiscard]] Term filled(expr::Builder& builder, double number, expr::Shape shape);

// A share of a scalar distribution with one entry for every row of the factor, which has as many as
// its longest argument.
[[nodiscard]] Share on_rows(const Share& share, Term value, Arguments arguments);

}  // namespace autumn::collapse
