// This file computes edges and densities of the oracle's graphical model.
#include "oracle/model.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "base/error.h"

namespace autumn::oracle {
namespace {

double log_factor(const Distribution& distribution, double x, std::span<const double> values) {
  return log_density(distribution.family, x, evaluate(distribution, values));
}

}  // namespace

NodeId Model::add(Distribution distribution, std::optional<double> observed) {
  nodes.push_back({.distribution = std::move(distribution), .observed = observed});
  return {nodes.size() - 1};
}

std::string name(NodeId node) {
  return fmt::format("x{}", node.index + 1);
}

std::vector<NodeId> children(const Model& model, NodeId v) {
  std::vector<NodeId> found;
  for (std::size_t i = v.index + 1; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    if (!node.is_marginalized && dependent(node.distribution, v)) found.push_back({i});
  }
  return found;
}

std::vector<double> with_observed(const Model& model, std::span<const double> values) {
  AUTUMN_CHECK(values.size() == model.nodes.size(), "there is a value for every node");
  std::vector<double> all(values.begin(), values.end());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = model.nodes[i].observed.value_or(all[i]);
  return all;
}

std::vector<double> log_factors(const Model& model, std::span<const double> values) {
  const std::vector<double> all = with_observed(model, values);
  std::vector<double> factors;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Node& node = model.nodes[i];
    if (!node.is_marginalized) factors.push_back(log_factor(node.distribution, all[i], all));
  }
  return factors;
}

double log_joint(const Model& model, std::span<const double> values) {
  const std::vector<double> factors = log_factors(model, values);
  return std::accumulate(factors.begin(), factors.end(), 0.0);
}

std::vector<double> simulate(const Model& model, Random& random) {
  std::vector<double> values = with_observed(model, std::vector<double>(model.nodes.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Node& node = model.nodes[i];
    if (node.observed || node.is_marginalized) continue;
    values[i] = draw(node.distribution.family, evaluate(node.distribution, values), random);
  }
  return values;
}

}  // namespace autumn::oracle
