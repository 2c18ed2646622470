// This file lowers a model: inputs become transforms of slices of one vector, and factors and
// Jacobians one sum.
#include "density/lower.h"

#include <utility>

#include "density/variables.h"
#include "expr/builder.h"
#include "expr/term.h"
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

Graph density_graph(const Model& model, std::size_t dimension, Jacobian jacobian) {
  Builder builder;
  const Term unconstrained(builder, builder.input("unconstrained", Shape::vector(dimension)));
  const Variables variables = constrain_all(builder, model, unconstrained);
  Term total = constant(builder, 0.0);
  if (jacobian == Jacobian::kIncluded) {
    for (const Term& log_jacobian : variables.log_jacobians) total = total + log_jacobian;
  }
  for (const NodeId term : log_densities(builder, model, model.factors, variables)) {
    total = total + sum(Term(builder, term));
  }
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
