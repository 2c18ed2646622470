// This file draws random points: random numbers go through the transforms of the variables, one
// after the other.
#include "collapse/point.h"

#include <algorithm>
#include <functional>

#include "base/random.h"
#include "collapse/copier.h"
#include "collapse/recovery_steps.h"
#include "expr/term.h"
#include "model/constrain.h"

namespace autumn::collapse {

using expr::Array;
using expr::Shape;
using model::Model;

namespace {

// Called with each value in turn, which it may change before the next variables depend on it.
using Change = std::function<void(std::size_t variable, Array& value)>;

std::vector<Array> random_values(const Model& model, std::uint64_t trial, double scale,
                                 const Change& change) {
  Random random({.seed = 20230, .chain = 0, .purpose = Purpose::kSimulation, .iteration = trial});
  Builder from(model.graph);
  Builder builder;
  std::vector<NodeId> nodes;
  std::vector<Array> values;
  for (const model::Variable& variable : model.variables) {
    Copier copier(from, builder, [&](std::size_t slot) { return nodes[slot]; });
    const auto bound = [&](const std::optional<NodeId>& node) {
      return node ? std::optional(expr::Term(builder, copier(*node))) : std::nullopt;
    };
    const model::SupportTerms support{.lower = bound(variable.support.lower),
                                      .upper = bound(variable.support.upper),
                                      .offset = bound(variable.support.offset),
                                      .multiplier = bound(variable.support.multiplier)};
    std::vector<double> numbers(model::unconstrained_size(variable.support.kind, variable.dims));
    // Transforms of bounds are exponential: three units of them are far out already.
    const bool is_real = variable.support.kind == model::SupportKind::kReal;
    const double reach = is_real ? scale : std::min(scale, 3.0);
    for (double& x : numbers) x = reach * random.normal();
    const NodeId unconstrained = builder.constant(Shape::vector(numbers.size()), numbers);
    const NodeId node =
        model::constrain(variable, support, expr::Term(builder, unconstrained)).value.id();
    values.push_back(expr::interpret(builder.graph(), std::span(&node, 1), {})[0]);
    if (change) change(values.size() - 1, values.back());
    nodes.push_back(builder.constant(values.back().shape, values.back().numbers));
  }
  return values;
}

}  // namespace

std::vector<Array> random_point(const Model& model, std::uint64_t trial, double scale) {
  return random_values(model, trial, scale, {});
}

std::vector<Array> random_point_beside(const Model& model, const Recovery& recovery,
                                       std::span<const Array> kept, std::uint64_t trial) {
  return random_values(model, trial, 1.0, [&](std::size_t variable, Array& value) {
    for (std::size_t i = 0; i < recovery.kept.size(); ++i) {
      const KeptElements& place = recovery.kept[i];
      if (place.variable != variable) continue;
      for (std::size_t k = 0; k < place.elements.size(); ++k) {
        value.numbers[place.elements[k]] = kept[i].numbers[k];
      }
    }
  });
}

// The variables of the whole model: kept ones at the point, the others at one (the identity).
std::vector<Array> whole_point(const Model& model, const Recovery& recovery,
                               std::span<const Array> point) {
  std::vector<Array> whole;
  for (const model::Variable& variable : model.variables) {
    const Shape shape = model.graph.shape(variable.node);
    whole.push_back({shape, std::vector<double>(shape.size(), 1.0)});
    if (variable.support.kind != model::SupportKind::kCovMatrix) continue;
    for (std::size_t e = 0; e < shape.size(); ++e) {
      whole.back().numbers[e] = neutral_value(variable, e);
    }
  }
  for (std::size_t i = 0; i < recovery.kept.size(); ++i) {
    const KeptElements& place = recovery.kept[i];
    for (std::size_t k = 0; k < place.elements.size(); ++k) {
      whole[place.variable].numbers[place.elements[k]] = point[i].numbers[k];
    }
  }
  return whole;
}

}  // namespace autumn::collapse
