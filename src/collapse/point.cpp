// Random numbers through the transforms of the variables, one after the other.
#include "collapse/point.h"

#include "base/random.h"
#include "collapse/copier.h"
#include "expr/term.h"
#include "model/constrain.h"

namespace autumn::collapse {

using expr::Array;
using expr::Shape;
using model::Model;

// A point of the smaller model: every variable from standard normal unconstrained numbers.
std::vector<Array> random_point(const Model& model, std::uint64_t trial) {
  Random random({.seed = 20230, .chain = 0, .purpose = Purpose::kSimulation, .iteration = trial});
  Builder from(model.graph);
  Builder builder;
  std::vector<NodeId> values;
  for (const model::Variable& variable : model.variables) {
    Copier copier(from, builder, values);
    const auto bound = [&](const std::optional<NodeId>& node) {
      return node ? std::optional(expr::Term(builder, copier(*node))) : std::nullopt;
    };
    const model::SupportTerms support{.lower = bound(variable.support.lower),
                                      .upper = bound(variable.support.upper),
                                      .offset = bound(variable.support.offset),
                                      .multiplier = bound(variable.support.multiplier)};
    std::vector<double> numbers(model::unconstrained_size(variable.support.kind, variable.dims));
    for (double& x : numbers) x = random.normal();
    const NodeId unconstrained = builder.constant(Shape::vector(numbers.size()), numbers);
    values.push_back(
        model::constrain(variable, support, expr::Term(builder, unconstrained)).value.id());
  }
  return expr::interpret(builder.graph(), values, {});
}

// The variables of the whole model: kept ones at the point, the others at one.
std::vector<Array> whole_point(const Model& model, const Recovery& recovery,
                               const std::vector<Array>& point) {
  std::vector<Array> whole;
  for (const model::Variable& variable : model.variables) {
    const Shape shape = model.graph.shape(variable.node);
    whole.push_back({shape, std::vector<double>(shape.size(), 1.0)});
  }
  for (std::size_t i = 0; i < recovery.kept.size(); ++i) {
    const KeptPlace& place = recovery.kept[i];
    for (std::size_t k = 0; k < place.elements.size(); ++k) {
      whole[place.variable].numbers[place.elements[k]] = point[i].numbers[k];
    }
  }
  return whole;
}

}  // namespace autumn::collapse
