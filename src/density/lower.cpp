// This file lowers a model: inputs become transforms of slices of one vector, and factors and
// Jacobians one sum.
#include "density/lower.h"

#include <optional>
#include <utility>

#include "expr/builder.h"
#include "expr/term.h"
#include "model/constrain.h"
#include "passes/copy.h"
#include "passes/list.h"
#include "passes/share.h"

namespace autumn::density {
namespace {

using expr::Builder;
using expr::Graph;
using expr::NodeId;
using expr::Shape;
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

// The variables of a model as expressions of the unconstrained vector.
struct Variables {
  std::vector<NodeId> values;  // of the variables so far: what the model's inputs are replaced by
  std::vector<Term> log_jacobians;
};

std::optional<Term> copied(Builder& builder, const Model& model, std::optional<NodeId> node,
                           const Variables& variables) {
  if (!node) return std::nullopt;
  const std::vector<NodeId> roots{*node};
  return Term(builder, passes::copy_into(builder, model.graph, roots, variables.values)[0]);
}

// A support may refer to variables declared before, so they are transformed one after the other.
Variables constrain_all(Builder& builder, const Model& model, Term unconstrained) {
  Variables variables;
  const std::vector<Slice> places = places_of(model);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const model::Variable& variable = model.variables[i];
    const model::SupportTerms support{
        .lower = copied(builder, model, variable.support.lower, variables),
        .upper = copied(builder, model, variable.support.upper, variables),
        .offset = copied(builder, model, variable.support.offset, variables),
        .multiplier = copied(builder, model, variable.support.multiplier, variables)};
    const model::Constrained constrained =
        model::constrain(variable, support, slice(unconstrained, places[i].start, places[i].size));
    variables.values.push_back(constrained.value.id());
    variables.log_jacobians.push_back(constrained.log_jacobian);
  }
  return variables;
}

// The model's graph with the log density of every factor in it.
struct Expanded {
  Graph graph;
  std::vector<NodeId> log_densities;
};

Expanded expand_factors(const Model& model) {
  Builder builder(model.graph);
  std::vector<NodeId> terms;
  for (const model::Factor& factor : model.factors) {
    terms.push_back(model::log_density(builder, factor));
  }
  return {std::move(builder).finish(terms), terms};
}

Graph density_graph(const Model& model, std::size_t dimension, Jacobian jacobian) {
  Builder builder;
  const Term unconstrained(builder, builder.input("unconstrained", Shape::vector(dimension)));
  const Variables variables = constrain_all(builder, model, unconstrained);
  const Expanded expanded = expand_factors(model);
  Term total = constant(builder, 0.0);
  if (jacobian == Jacobian::kIncluded) {
    for (const Term& log_jacobian : variables.log_jacobians) total = total + log_jacobian;
  }
  const std::vector<NodeId> terms =
      passes::copy_into(builder, expanded.graph, expanded.log_densities, variables.values);
  for (const NodeId term : terms) total = total + sum(Term(builder, term));
  return std::move(builder).finish({total.id()});
}

Graph values_graph(const Model& model, std::size_t dimension) {
  Builder builder;
  const Term unconstrained(builder, builder.input("unconstrained", Shape::vector(dimension)));
  const Variables variables = constrain_all(builder, model, unconstrained);
  std::vector<NodeId> outputs;
  for (const model::Output& output : model.outputs) outputs.push_back(output.node);
  std::vector<NodeId> values = variables.values;
  const std::vector<NodeId> computed =
      passes::copy_into(builder, model.graph, outputs, variables.values);
  values.insert(values.end(), computed.begin(), computed.end());
  return std::move(builder).finish(std::move(values));
}

}  // namespace

Lowered lower(const Model& model, Jacobian jacobian) {
  Lowered lowered;
  lowered.slices = places_of(model);
  for (const Slice& place : lowered.slices) lowered.dimension += place.size;
  lowered.density = density_graph(model, lowered.dimension, jacobian);
  lowered.values = values_graph(model, lowered.dimension);
  return lowered;
}

Graph value_and_gradient(const Lowered& lowered, const std::vector<std::string>& without_passes) {
  passes::PassOptions options;
  options.disabled = without_passes;
  return passes::run_passes(lowered.density, passes::kDensityPasses, options).rewritten.graph;
}

expr::Graph value_alone(const expr::Graph& value_and_gradient) {
  const expr::NodeId value = value_and_gradient.outputs()[0];
  return passes::share(expr::Builder(value_and_gradient).finish({value})).graph;
}

}  // namespace autumn::density
