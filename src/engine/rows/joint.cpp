// This file goes from values on the declared scale to the log density of the model as written.
#include "engine/rows/joint.h"

#include <algorithm>
#include <cmath>

#include "expr/builder.h"
#include "model/unconstrain.h"
#include "passes/share.h"

namespace autumn::engine {
namespace {

// Every variable -> the bounds, offsets and multipliers that `places` asks for, in order.
expr::Graph bounds_graph(const model::Model& model, std::vector<expr::NodeId> nodes) {
  expr::Builder builder(model.graph);
  expr::Graph graph = std::move(builder).finish(std::move(nodes));
  return passes::share(graph).graph;
}

std::vector<expr::NodeId> bound_nodes(const model::Model& model) {
  std::vector<expr::NodeId> nodes;
  for (const model::Variable& variable : model.variables) {
    const model::Support& s = variable.support;
    for (const auto& node : {s.lower, s.upper, s.offset, s.multiplier}) {
      if (node) nodes.push_back(*node);
    }
  }
  return nodes;
}

}  // namespace

Unconstrainer::Unconstrainer(const Prepared& prepared)
    : prepared_(prepared),
      evaluator_(evaluate::prepare(bounds_graph(prepared.sampled, bound_nodes(prepared.sampled)))) {
  std::size_t next = 0;
  const auto place = [&](const auto& node) -> std::optional<std::size_t> {
    return node ? std::optional(next++) : std::nullopt;
  };
  for (const model::Variable& variable : prepared.sampled.variables) {
    const model::Support& s = variable.support;
    Bounds bounds;
    bounds.lower = place(s.lower);
    bounds.upper = place(s.upper);
    bounds.offset = place(s.offset);
    bounds.multiplier = place(s.multiplier);
    bounds_.push_back(bounds);
  }
}

std::vector<double> Unconstrainer::numbers(std::optional<std::size_t> output) const {
  if (!output) return {};
  const std::span<const double> values = evaluator_.output(*output);
  return {values.begin(), values.end()};
}

Status Unconstrainer::unconstrain(std::span<const std::span<const double>> variables,
                                  std::span<double> out) {
  evaluator_.run(variables);
  const model::Model& model = prepared_.sampled;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const Bounds& bounds = bounds_[v];
    const model::SupportValues support{numbers(bounds.lower), numbers(bounds.upper),
                                       numbers(bounds.offset), numbers(bounds.multiplier)};
    const auto free = model::unconstrain(model.variables[v], support, variables[v]);
    if (!free) return free.error();
    std::ranges::copy(free.value(),
                      out.begin() + static_cast<std::ptrdiff_t>(prepared_.slices[v].start));
  }
  return Done{};
}

JointDensity::JointDensity(const Prepared& joint)
    : unconstrainer_(joint),
      density_(joint.value ? *joint.value : joint.density),
      point_(joint.dimension) {}

double JointDensity::at(std::span<const std::span<const double>> variables) {
  if (!unconstrainer_.unconstrain(variables, point_)) return NAN;
  const std::span<const double> inputs[] = {point_};
  density_.run(inputs);
  return density_.output(0)[0];
}

}  // namespace autumn::engine
