// Leaves: variables that nothing depends on; they integrate to one and are drawn forward.
#pragma once

#include <vector>

#include "collapse/forms/factor_rows.h"
#include "collapse/plan.h"

namespace autumn::collapse {

struct Leaves {
  std::vector<Step> steps;        // in the order they fall: later ones may be parents of earlier
  std::vector<RowMarks> dropped;  // per factor, the rows that fell with them
};

// An element (or item of a vector or matrix) of the candidates is a leaf if its only use is as the
// value of one row of a distribution whose support is exactly the one it is declared with.
// Stripping leaves makes new ones.
[[nodiscard]] Leaves find_leaves(const model::Model& model, const ElementSet& candidates);

}  // namespace autumn::collapse
