// The analysis of a model: for every element, the rules it could be integrated out by, and what
// stands in the way of the others.
#pragma once

#include "collapse/analysis/alive_forms.h"
#include "collapse/analysis/findings.h"

namespace autumn::collapse {

// Every factor is asked once what it allows of the elements in it.
[[nodiscard]] Findings analyse(AliveForms& forms, const ElementSet& candidates, Families families);

}  // namespace autumn::collapse
