// This file writes variables and factors as expressions of the unconstrained vector.
#include "density/variables.h"

#include <utility>

#include "passes/copy.h"

namespace autumn::density {

using expr::Builder;
using expr::NodeId;
using expr::Term;
using model::Model;

std::vector<Slice> places_of(const Model& model) {
  std::vector<Slice> places;
  std::size_t start = 0;
  for (const model::Variable& variable : model.variables) {
    const std::size_t size = model::unconstrained_size(variable.support.kind, variable.dims);
    places.push_back({start, size});
    start += size;
  }
  return places;
}

std::optional<Term> copied(Builder& builder, const Model& model, std::optional<NodeId> node,
                           const Variables& variables) {
  if (!node) return std::nullopt;
  const std::vector<NodeId> roots{*node};
  return Term(builder, passes::copy_into(builder, model.graph, roots, variables.values)[0]);
}

model::Constrained constrain_one(Builder& builder, const Model& model, std::size_t variable,
                                 const Variables& variables, Term free) {
  const model::Support& s = model.variables[variable].support;
  const model::SupportTerms support{.lower = copied(builder, model, s.lower, variables),
                                    .upper = copied(builder, model, s.upper, variables),
                                    .offset = copied(builder, model, s.offset, variables),
                                    .multiplier = copied(builder, model, s.multiplier, variables)};
  return model::constrain(model.variables[variable], support, free);
}

// A support may refer to variables declared before, so they are transformed one after the other.
Variables constrain_all(Builder& builder, const Model& model, Term unconstrained) {
  Variables variables;
  const std::vector<Slice> places = places_of(model);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const model::Constrained constrained = constrain_one(
        builder, model, i, variables, slice(unconstrained, places[i].start, places[i].size));
    variables.values.push_back(constrained.value.id());
    variables.log_jacobians.push_back(constrained.log_jacobian);
  }
  return variables;
}

// First in the graph of the model, so that they meet what is there.
std::vector<NodeId> log_densities(Builder& builder, const Model& model,
                                  const std::vector<model::Factor>& factors,
                                  const Variables& variables) {
  Builder own(model.graph);
  std::vector<NodeId> terms;
  for (const model::Factor& factor : factors) terms.push_back(model::log_density(own, factor));
  const expr::Graph graph = std::move(own).finish(terms);
  return passes::copy_into(builder, graph, terms, variables.values);
}

}  // namespace autumn::density
