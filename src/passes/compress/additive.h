// An additive form is a sum of an array expression taken apart: sum of weight * factor * part over
// some parts.
#pragma once

#include <memory>
#include <vector>

#include "passes/rewrite.h"

namespace autumn::passes {

// sign * (product of factors) * sum_i weights_i part_i. The weights are data; none means 1 for all.
struct AdditivePart {
  double sign = 1.0;
  std::shared_ptr<const std::vector<double>> weights;
  std::vector<NodeId> factors;   // scalars
  std::vector<NodeId> divisors;  // scalars
  NodeId part;                   // an array, or a scalar that stands in every element
};

// The parts of a sum or an inner product with a constant, through +, -, scalar factors and constant
// factors. Empty for any other node.
[[nodiscard]] std::vector<AdditivePart> additive_parts(const Graph& graph, NodeId sum);

}  // namespace autumn::passes
