// What normal factors, and factors that are not, allow of the elements in them: the Gaussian rules.
#pragma once

#include "collapse/analysis/alive_forms.h"
#include "collapse/analysis/findings.h"

namespace autumn::collapse {

// Elements must be in residuals of normal factors, linearly (or their logarithms), and nowhere
// else.
void look_at_normal(AliveForms& forms, std::size_t factor, Findings& findings);

// The same of an opaque factor that has squares.
void look_at_squares(AliveForms& forms, std::size_t factor, Findings& findings);

// The integral over v is that over log v times v: lognormals, which divide by their value, must
// bring the power -1 of v in all.
void require_lognormal_priors(AliveForms& forms, Findings& findings);

}  // namespace autumn::collapse
