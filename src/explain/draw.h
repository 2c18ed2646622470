// This header declares how the factor graphs of an explanation are made, before and after
// collapse.
#pragma once

#include <span>
#include <vector>

#include "explain/explain.h"
#include "explain/uses.h"

namespace autumn::explainer {

// A factor that a part is in.
struct PartFactor {
  std::size_t factor = 0;
  bool is_own = false;    // the elements themselves have the distribution
  bool is_joint = false;  // and its other values depend on them or they on those
};

struct GraphSource {
  const model::Model& model;
  const std::vector<FactorUses>& uses;                       // per factor
  const Explanation& explanation;                            // its parts and recovery
  const std::vector<std::vector<std::size_t>>& part_of;      // per variable and element
  const std::vector<std::vector<PartFactor>>& part_factors;  // per collapsed part
  std::span<const NamedData> data;
};

// The model as it was written: one node per variable.
[[nodiscard]] FactorGraph graph_before(const GraphSource& source);

// What is sampled, with the marginals of what was collapsed, and how the collapsed ones are drawn:
// one node per part.
[[nodiscard]] FactorGraph graph_after(const GraphSource& source);

}  // namespace autumn::explainer
