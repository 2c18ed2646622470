// Recovery steps draw the collapsed elements back, in order: how is written beside the smaller
// model.
#pragma once

#include <span>
#include <vector>

#include "collapse/blocks/gaussian_block.h"
#include "collapse/collapse.h"
#include "collapse/rules/family_step.h"

namespace autumn::collapse {

// What was collapsed, and how.
struct RecoverySource {
  const model::Model& model;
  const Plan& plan;
  Builder& from;  // the model's graph and what the collapse has added to it
  const ElementSet& all;
  const ElementSet& families;
  const ElementSet& leaves;
  std::span<const FamilyStep> family_steps;
  std::span<const GaussianBlock> blocks;
};

// Families first, then the blocks given them, then leaves, the last to fall first.
[[nodiscard]] std::vector<RecoveryStep> recovery_steps(const RecoverySource& source);

// A value at which an element does not show: zero in sums, one in products and logarithms, the
// identity for covariances, anything inside the support for the others.
[[nodiscard]] double neutral_value(const model::Variable& variable, std::size_t element);

}  // namespace autumn::collapse
