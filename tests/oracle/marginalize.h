// This header has the algorithms of "Automatically Marginalized MCMC in Probabilistic Programming"
// (Lai, Burroni, Guan and Sheldon, ICML 2023), literally: CONJUGATE, REVERSE, MARGINALIZE and
// RECOVER.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "oracle/model.h"

namespace autumn::oracle {

// Whether the edge v -> c can be reversed, as one of the paper's five pairs:
//   normal -> normal        the mean of c affine in v, its standard deviation free of v
//   gamma  -> gamma         the rate of c linear in v, its shape free of v
//   gamma  -> exponential   the rate of c linear in v
//   beta   -> binomial      the probability of c is v
//   beta   -> bernoulli     the probability of c is v
[[nodiscard]] bool conjugate(const Model& model, NodeId v, NodeId c);

// The model with v -> c replaced by c -> v: c gets its distribution with v integrated out, v its
// distribution given c. Each inherits the parents of the other. Needs CONJUGATE, and no other
// directed path from v to c.
[[nodiscard]] Model reverse(const Model& model, NodeId v, NodeId c);

// A marginalized node, with its distribution given the nodes that were left.
struct Conditional {
  NodeId node;
  Distribution distribution;
};

// The model that is left, and the nodes that went, in the order in which they did.
struct Reduction {
  Model model;
  std::vector<Conditional> stack;
};

// Nodes in `keep` stay.
[[nodiscard]] Reduction marginalize(const Model& model, std::span<const NodeId> keep = {});

// Below, `values` has an entry for every node of the original model; those of observed nodes are
// not read.

// The log density of the model that is left; does not read the values of marginalized nodes.
[[nodiscard]] double log_marginal(const Reduction& reduction, std::span<const double> values);

// The log density of the marginalized nodes given the others, and its terms, one for each.
[[nodiscard]] std::vector<double> log_recovery_factors(const Reduction& reduction,
                                                       std::span<const double> values);
[[nodiscard]] double log_recovery(const Reduction& reduction, std::span<const double> values);

// `values` with those of marginalized nodes drawn given the others, the last marginalized first.
[[nodiscard]] std::vector<double> recover(const Reduction& reduction,
                                          std::span<const double> values, Random& random);

}  // namespace autumn::oracle
