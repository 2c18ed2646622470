// Collapsing turns a model and a plan into a smaller model and the way back.
#pragma once

#include <optional>

#include "collapse/plan.h"
#include "collapse/recovery.h"

namespace autumn::collapse {

struct Collapsed {
  model::Model model;  // of the kept elements; it has no outputs
  Recovery recovery;
  std::vector<GaussianBlock> blocks;
  // Not seen to have a finite integral, so that the plan must not have them: flat ones, and those
  // with a prior and something that was added to target.
  ElementSet improper;
  ElementSet unbounded;
  // Matrices of blocks whose rows are no vectors with one matrix, so that the plan must not have
  // both: of some of what could be collapsed with it, others stay.
  ElementSet divided;
};

// log density of the smaller model = log of the integral of the density of the whole over the
// collapsed elements, with all constants.
[[nodiscard]] Collapsed collapse(const model::Model& model, const Plan& plan);

struct Planned {
  Plan plan;
  Collapsed collapsed;
};
// The plan and the collapse that it was tried out with. Leaves need not be looked for where
// somebody has (leaf_conditions.h).
[[nodiscard]] Result<Planned> plan_and_collapse(const model::Model& model,
                                                const PlanOptions& options,
                                                bool may_have_leaves = true);

}  // namespace autumn::collapse
