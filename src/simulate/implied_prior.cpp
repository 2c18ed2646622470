// This file adds one more factor for each variable that needs a prior nobody wrote.
#include "simulate/implied_prior.h"

#include <algorithm>
#include <optional>

#include "dist/list.h"
#include "expr/builder.h"
#include "simulate/refusal.h"
#include "simulate/support.h"

namespace autumn::simulate {
namespace {

using expr::Builder;
using expr::NodeId;
using expr::Shape;
using model::Factor;
using model::SupportKind;

NodeId gathered(Builder& builder, NodeId from, const std::vector<std::uint32_t>& elements) {
  if (builder.shape(from).size() == 1) return from;
  return builder.gather(from, expr::Index::list(elements), Shape::vector(elements.size()));
}

std::optional<Factor> uniform_factor(Builder& builder, const model::Variable& variable,
                                     const std::vector<std::uint32_t>& elements) {
  const model::Support& support = variable.support;
  const bool is_known = builder.is_constant(*support.lower) && builder.is_constant(*support.upper);
  if (!is_known) return std::nullopt;
  Factor factor;
  factor.distribution = &dist::uniform();
  factor.value = gathered(builder, variable.node, elements);
  factor.arguments = {gathered(builder, *support.lower, elements),
                      gathered(builder, *support.upper, elements)};
  return factor;
}

// Of all items; a simplex is drawn as a whole, so that none of its elements is drawn yet.
std::optional<Factor> dirichlet_factor(Builder& builder, const model::Variable& variable,
                                       std::size_t missing) {
  const std::size_t size = builder.shape(variable.node).size();
  if (missing != size || variable.dims.size() > 2) return std::nullopt;
  const Shape shape = Shape::vector(variable.dims.back());
  Factor factor;
  factor.distribution = &dist::dirichlet();
  factor.value = variable.node;
  factor.arguments = {builder.constant(shape, std::vector<double>(shape.rows, 1.0))};
  return factor;
}

std::optional<Factor> implied(Builder& builder, const model::Variable& variable,
                              const std::vector<std::uint32_t>& elements) {
  std::optional<Factor> factor;
  if (variable.support.kind == SupportKind::kInterval) {
    factor = uniform_factor(builder, variable, elements);
  } else if (variable.support.kind == SupportKind::kSimplex) {
    factor = dirichlet_factor(builder, variable, elements.size());
  }
  if (factor) factor->where = variable.where;
  return factor;
}

}  // namespace

Result<model::Model> with_implied_priors(model::Model model,
                                         const std::vector<std::vector<char>>& is_drawn,
                                         std::size_t observed) {
  Builder builder(model.graph);
  for (std::size_t v = observed; v < model.variables.size(); ++v) {
    std::vector<std::uint32_t> missing;
    for (std::size_t i = 0; i < is_drawn[v].size(); ++i) {
      if (is_drawn[v][i] == 0) missing.push_back(static_cast<std::uint32_t>(i));
    }
    if (missing.empty()) continue;
    auto factor = implied(builder, model.variables[v], missing);
    if (!factor) return flat(model.variables[v], element_name(model.variables[v], missing[0]));
    model.factors.push_back(*std::move(factor));
  }
  model.graph = std::move(builder).finish({});
  return model;
}

}  // namespace autumn::simulate
