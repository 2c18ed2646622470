// This file has CONJUGATE, REVERSE, MARGINALIZE and RECOVER of the paper.
#include "oracle/marginalize.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <ranges>

#include "base/error.h"
#include "oracle/structure.h"

namespace autumn::oracle {
namespace {

// v given c, and c with v integrated out.
struct Reversed {
  Distribution v;
  Distribution c;
};

// v ~ N(m1, s1), c ~ N(p v + q, s2).
Reversed reverse_normal(const Distribution& v, NodeId v_id, const Distribution& c, NodeId c_id) {
  const Expr& m1 = v.arguments[0];
  const Expr& s1 = v.arguments[1];
  const auto [p, q] = affine_coeff(c.arguments[0], v_id);
  const Expr& s2 = c.arguments[1];
  const Expr mean = p * m1 + q;
  const Expr variance = square(p * s1) + square(s2);
  const Expr gain = p * square(s1) / variance;
  return {.v = normal(m1 + gain * (c_id - mean), s1 * s2 / sqrt(variance)),
          .c = normal(mean, sqrt(variance))};
}

// v ~ gamma(a, b), c ~ gamma(shape, p v), or exponential(p v), where the shape is 1.
Reversed reverse_gamma(const Distribution& v, NodeId v_id, const Distribution& c, NodeId c_id) {
  const Expr& a = v.arguments[0];
  const Expr& b = v.arguments[1];
  const Expr p = affine_coeff(c.arguments.back(), v_id).p;
  const bool is_exponential = c.family == Family::kExponential;
  const Expr shape = is_exponential ? Expr(1.0) : c.arguments[0];
  return {.v = gamma(a + shape, b + p * c_id),
          .c = is_exponential ? lomax(a, b / p) : compound_gamma(shape, a, b / p)};
}

// v ~ beta(a, b), c ~ binomial(n, v), or bernoulli(v), where n is 1.
Reversed reverse_beta(const Distribution& v, const Distribution& c, NodeId c_id) {
  const Expr& a = v.arguments[0];
  const Expr& b = v.arguments[1];
  const Expr n = c.family == Family::kBernoulli ? Expr(1.0) : c.arguments[0];
  return {.v = beta(a + c_id, b + (n - c_id)), .c = beta_binomial(n, a, b)};
}

// The model with v a leaf, or nothing if an edge to a child cannot be reversed. Children go in
// topological order: then v -> c is the only path from v to c when its turn comes, for any other
// would pass through a child before c, and so no reversal makes a cycle. What c inherits are
// parents of v or children before c: the order of the nodes stays topological for the others.
std::optional<Model> reverse_all_children(Model model, NodeId v) {
  for (const NodeId c : children(model, v)) {
    if (!conjugate(model, v, c)) return std::nullopt;
    model = reverse(model, v, c);
  }
  return model;
}

}  // namespace

bool conjugate(const Model& model, NodeId v, NodeId c) {
  const Distribution& child = model.nodes[c.index].distribution;
  const std::vector<Expr>& t = child.arguments;
  switch (model.nodes[v.index].distribution.family) {
    case Family::kNormal:
      return child.family == Family::kNormal && affine(t[0], v) && !dependent(t[1], v);
    case Family::kGamma:
      if (child.family == Family::kExponential) return linear(t[0], v);
      return child.family == Family::kGamma && !dependent(t[0], v) && linear(t[1], v);
    case Family::kBeta:
      if (child.family == Family::kBernoulli) return t[0].is_node(v);
      return child.family == Family::kBinomial && !dependent(t[0], v) && t[1].is_node(v);
    case Family::kExponential:
    case Family::kBinomial:
    case Family::kBernoulli:
    case Family::kCompoundGamma:
    case Family::kBetaBinomial:
    case Family::kLomax: return false;
  }
  return false;
}

Model reverse(const Model& model, NodeId v, NodeId c) {
  AUTUMN_CHECK(conjugate(model, v, c), "only conjugate edges are reversed");
  const Distribution& parent = model.nodes[v.index].distribution;
  const Distribution& child = model.nodes[c.index].distribution;
  const auto [new_v, new_c] = parent.family == Family::kNormal ? reverse_normal(parent, v, child, c)
                              : parent.family == Family::kGamma ? reverse_gamma(parent, v, child, c)
                                                                : reverse_beta(parent, child, c);
  Model reversed = model;
  reversed.nodes[v.index].distribution = new_v;
  reversed.nodes[c.index].distribution = new_c;
  return reversed;
}

Reduction marginalize(const Model& model, std::span<const NodeId> keep) {
  Reduction reduction{.model = model, .stack = {}};
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    const NodeId v{i};
    const Node& node = model.nodes[i];
    if (node.observed || node.is_marginalized || std::ranges::find(keep, v) != keep.end()) continue;
    // A node that cannot become a leaf stays, and with the copy its reversals are undone.
    const std::optional<Model> reversed = reverse_all_children(reduction.model, v);
    if (!reversed) continue;
    reduction.model = *reversed;
    reduction.model.nodes[i].is_marginalized = true;
    reduction.stack.push_back({.node = v, .distribution = reversed->nodes[i].distribution});
  }
  return reduction;
}

double log_marginal(const Reduction& reduction, std::span<const double> values) {
  return log_joint(reduction.model, values);
}

std::vector<double> log_recovery_factors(const Reduction& reduction,
                                         std::span<const double> values) {
  const std::vector<double> all = with_observed(reduction.model, values);
  std::vector<double> factors;
  for (const auto& [node, distribution] : reduction.stack) {
    factors.push_back(
        log_density(distribution.family, all[node.index], evaluate(distribution, all)));
  }
  return factors;
}

double log_recovery(const Reduction& reduction, std::span<const double> values) {
  const std::vector<double> factors = log_recovery_factors(reduction, values);
  return std::accumulate(factors.begin(), factors.end(), 0.0);
}

std::vector<double> recover(const Reduction& reduction, std::span<const double> values,
                            Random& random) {
  std::vector<double> all = with_observed(reduction.model, values);
  for (const auto& [node, distribution] : std::views::reverse(reduction.stack)) {
    all[node.index] = draw(distribution.family, evaluate(distribution, all), random);
  }
  return all;
}

}  // namespace autumn::oracle
