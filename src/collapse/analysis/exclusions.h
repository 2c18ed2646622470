// Exclusions: what can be collapsed alone but not together.
#pragma once

#include "collapse/analysis/alive_forms.h"
#include "collapse/analysis/findings.h"

namespace autumn::collapse {

// Candidates that a factor multiplies with each other: the conflicts of the forms from number
// `first` on.
void exclude_products(AliveForms& forms, std::size_t first, std::size_t factor, Findings& findings);

// A family's variable leaves a marginal behind that is of no family in its neighbours. Only normal
// variables of one row go together.
void exclude_neighbours(AliveForms& forms, std::size_t factor, Findings& findings);

}  // namespace autumn::collapse
