// Shared scales: a scale or covariance of all rows of a Gaussian block is collapsed together with
// the block.
#pragma once

#include "collapse/analysis/alive_forms.h"
#include "collapse/analysis/findings.h"

namespace autumn::collapse {

// Takes the exclusions between a scale and the elements of its block away where the marginal of the
// block is a power of the scale times an exponential, or of a matrix (docs/method.md).
void waive_shared_scales(AliveForms& forms, Findings& findings);

}  // namespace autumn::collapse
