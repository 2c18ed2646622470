// The paper's graphical model has scalar nodes: each has a distribution whose parameters are
// expressions over earlier nodes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "oracle/distribution.h"

namespace autumn::oracle {

struct Node {
  Distribution distribution;
  std::optional<double> observed;
  bool is_marginalized = false;  // then it is no longer part of the model
};

// The edges are not stored: v is a parent of c where the distribution of c depends on v. The
// order of the nodes is a topological one.
struct Model {
  std::vector<Node> nodes;

  // Appends a node, which may use those before it.
  NodeId add(Distribution distribution, std::optional<double> observed = std::nullopt);
};

// "x1" for the first.
[[nodiscard]] std::string name(NodeId node);

// In topological order.
[[nodiscard]] std::vector<NodeId> children(const Model& model, NodeId v);

// Below, `values` has an entry for every node; those of observed nodes are not read.

// `values` with the observed values filled in.
[[nodiscard]] std::vector<double> with_observed(const Model& model, std::span<const double> values);

// One log density for each node that is not marginalized; their sum is the log joint density.
[[nodiscard]] std::vector<double> log_factors(const Model& model, std::span<const double> values);
[[nodiscard]] double log_joint(const Model& model, std::span<const double> values);

// The unobserved nodes drawn in order, each given those before it.
[[nodiscard]] std::vector<double> simulate(const Model& model, Random& random);

}  // namespace autumn::oracle
